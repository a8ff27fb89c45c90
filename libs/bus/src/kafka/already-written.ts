import { createHash } from 'node:crypto';
import { upkeep, type EventStore } from '@atomicdb/event-store';
import type { Kafka } from 'kafkajs';
import { envelopeFault } from '../read-event';
import { fromMessage } from './message';
import type { RelayPlace } from './relay-progress';
import { endOffsets, readTopic } from './topic-reader';
import { topicOf } from './topics';

const idsARead = 1_000;

interface Written {
  readonly id: string;
  /** `stream@version` */
  readonly event: string;
  readonly sum: string;
}

const sumOf = (payload: Uint8Array) => createHash('sha256').update(payload).digest('base64');

/**
 * Ids of the events that lie on the topic beyond what the relay has recorded: written by a process that died, or by a
 * send whose answer was lost. They are not written again. Most times there are none and nothing is read.
 *
 * Throws when one of them is not in the store, or otherwise: then the store was set back to before it was written, and
 * what is appended now would be taken for what lies there.
 */
export async function alreadyWritten(
  kafka: Kafka,
  store: EventStore,
  place: RelayPlace,
): Promise<Set<string>> {
  const topic = topicOf(store.owner);
  const written: Written[] = [];
  const to = await endOffsets(kafka, topic);
  const from = new Map([...place.offsets].map(([partition, last]) => [partition, last + 1n]));
  await readTopic(kafka, topic, { from, to }, (partition, message) => {
    const { envelope, payload } = fromMessage({ topic, partition, message });
    if (envelopeFault(envelope, store.owner) !== null) return;
    const event = `${envelope.stream}@${envelope.version}`;
    written.push({ id: envelope.eventId, event, sum: sumOf(payload) });
  });
  await checkHistory(store, topic, written);
  return new Set(written.map(({ id }) => id));
}

async function checkHistory(store: EventStore, topic: string, written: readonly Written[]): Promise<void> {
  for (let start = 0; start < written.length; start += idsARead) {
    const part = written.slice(start, start + idsARead);
    const kept = await store.database.transaction((tx) =>
      upkeep.findRecorded(
        tx,
        store.owner,
        part.map(({ id }) => id),
      ),
    );
    const strange = part.find(({ id, sum }) => {
      const own = kept.get(id);
      return own === undefined || sumOf(own.payload) !== sum;
    });
    if (strange) throw new Error(otherHistory(topic, strange.event));
  }
}

const otherHistory = (topic: string, event: string) =>
  `${topic} holds ${event} otherwise than the store, which was set back to before it was written: stop the product, ` +
  'delete its topics and start it; they are written again from the stores.';
