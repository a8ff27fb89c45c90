import { createHash } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import type { RawEvent } from '../read-event';
import { fromMessage } from './message';
import type { RelayPlace } from './relay-progress';
import { endOffsets, readTopic } from './topic-reader';

const sumOf = (payload: Uint8Array) => createHash('sha256').update(payload).digest('base64');

/**
 * The events that lie on the topic beyond what the relay has recorded: written by a process that died, or by a send whose
 * answer was lost. They are not written again. Most times there are none and nothing is read.
 */
export class AlreadyWritten {
  /** By the id of the event. */
  private readonly sums = new Map<string, string>();

  private constructor(private readonly topic: string) {}

  static async read(kafka: Kafka, topic: string, place: RelayPlace): Promise<AlreadyWritten> {
    const written = new AlreadyWritten(topic);
    const to = await endOffsets(kafka, topic);
    const from = new Map([...place.offsets].map(([partition, last]) => [partition, last + 1n]));
    await readTopic(kafka, topic, { from, to }, (partition, message) => {
      const { envelope, payload } = fromMessage({ topic, partition, message });
      written.sums.set(envelope.eventId, sumOf(payload));
    });
    return written;
  }

  /**
   * Whether the event is one of them; asked once for each. Throws when another lies there under its id, which follows
   * from stream and version: the store was set back to before that one was written.
   */
  take({ envelope, payload }: RawEvent): boolean {
    const sum = this.sums.size === 0 ? undefined : this.sums.get(envelope.eventId);
    if (sum === undefined) return false;
    if (sum !== sumOf(payload)) throw new Error(this.otherHistory(`${envelope.stream}@${envelope.version}`));
    return this.sums.delete(envelope.eventId);
  }

  private otherHistory(event: string): string {
    return (
      `${this.topic} holds ${event} otherwise than the store, which was set back to before it was written: ` +
      'stop the product, delete its topics and start it; they are written again from the stores.'
    );
  }
}
