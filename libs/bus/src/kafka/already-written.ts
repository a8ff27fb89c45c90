import type { Kafka } from 'kafkajs';
import { fromMessage } from './message';
import type { RelayPlace } from './relay-progress';
import { endOffsets, readTopic } from './topic-reader';

/**
 * Ids of the events that lie on the topic beyond what the relay has recorded: written by a process that died, or by a
 * send whose answer was lost. They are not written again. Most times there are none and nothing is read.
 */
export async function alreadyWritten(kafka: Kafka, topic: string, place: RelayPlace): Promise<Set<string>> {
  const ids = new Set<string>();
  const to = await endOffsets(kafka, topic);
  const from = new Map([...place.offsets].map(([partition, last]) => [partition, last + 1n]));
  await readTopic(kafka, topic, { from, to }, (partition, message) => {
    ids.add(fromMessage({ topic, partition, message }).envelope.eventId);
  });
  return ids;
}
