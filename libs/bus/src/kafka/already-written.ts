import { createHash } from 'node:crypto';
import { upkeep, type EventStore } from '@atomicdb/event-store';
import { eventId, type Envelope } from '@atomicdb/events';
import type { Kafka } from 'kafkajs';
import type { RawEvent } from '../read-event';
import { fromMessage } from './message';
import type { RelayPlace } from './relay-progress';
import { endOffsets, readTopic } from './topic-reader';
import { topicOf } from './topics';

const sumOf = (payload: Uint8Array) => createHash('sha256').update(payload).digest('base64');

/** Ids that the store is asked for at a time. */
const askedAtOnce = 5_000;

/**
 * The events that lie on the topic beyond what the relay has recorded: written by a process that died, or by a send whose
 * answer was lost. They are not written again. Most times there are none and nothing is read.
 */
export class AlreadyWritten {
  /** By the id of the event. */
  private readonly sums = new Map<string, string>();

  private constructor(private readonly topic: string) {}

  /** Throws where an event of the store lies there that the store does not know: it was set back to before that one. */
  static async read(kafka: Kafka, store: EventStore, place: RelayPlace): Promise<AlreadyWritten> {
    const topic = topicOf(store.owner);
    const written = new AlreadyWritten(topic);
    const to = await endOffsets(kafka, topic);
    const from = new Map([...place.offsets].map(([partition, last]) => [partition, last + 1n]));
    await readTopic(kafka, topic, { from, to }, (partition, message) => {
      const { envelope, payload } = fromMessage({ topic, partition, message });
      if (isOf(store, envelope)) written.sums.set(envelope.eventId, sumOf(payload));
    });
    await written.refuseUnknown(store);
    return written;
  }

  /** Whether the event is one of them; asked once for each. Throws when another lies there under its id. */
  take({ envelope, payload }: RawEvent): boolean {
    const sum = this.sums.size === 0 ? undefined : this.sums.get(envelope.eventId);
    if (sum === undefined) return false;
    if (sum !== sumOf(payload))
      throw this.otherHistory(`${envelope.stream}@${envelope.version} otherwise than`);
    return this.sums.delete(envelope.eventId);
  }

  private async refuseUnknown(store: EventStore): Promise<void> {
    const ids = [...this.sums.keys()];
    for (let start = 0; start < ids.length; start += askedAtOnce) {
      const asked = ids.slice(start, start + askedAtOnce);
      const unknown = await store.database.transaction((tx) => upkeep.unknownIds(tx, asked));
      if (unknown.length > 0) throw this.otherHistory(`${unknown.length} or more events beyond those of`);
    }
  }

  private otherHistory(what: string): Error {
    return new Error(
      `${this.topic} holds ${what} the store. Where the store was set back to before they were written, stop the ` +
        'product, delete its topics and start it, as they are written again from the stores; then run ' +
        'npm run rebuild -- all --accept-differences, which takes back what was applied of the others. ' +
        'Where they are of another product, give this one brokers of its own.',
    );
  }
}

/** An id follows from stream and version: what a stranger made up has another, and is passed over. */
function isOf({ owner }: EventStore, { eventId: id, stream, version }: Envelope): boolean {
  return id === eventId(owner, stream, version);
}
