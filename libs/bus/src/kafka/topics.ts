import { Partitioners, type Admin } from 'kafkajs';

export function topicOf(owner: string): string {
  return `${owner}.events.v1`;
}

export interface TopicShape {
  readonly partitions: number;
  readonly replicationFactor: number;
}

/** Makes the topics that are missing (retention for ever, no compaction); refuses one with another partition count. */
export async function ensureTopics(admin: Admin, topics: readonly string[], shape: TopicShape): Promise<void> {
  await admin.createTopics({
    waitForLeaders: true,
    topics: topics.map((topic) => ({
      topic,
      numPartitions: shape.partitions,
      replicationFactor: shape.replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: '-1' },
        { name: 'retention.bytes', value: '-1' },
        { name: 'cleanup.policy', value: 'delete' },
        ...(shape.replicationFactor >= 3 ? [{ name: 'min.insync.replicas', value: '2' }] : []),
      ],
    })),
  });
  const { topics: found } = await admin.fetchTopicMetadata({ topics: [...topics] });
  for (const { name, partitions } of found) {
    if (partitions.length === shape.partitions) continue;
    throw new Error(
      `Topic ${name} has ${partitions.length} partitions and this release wants ${shape.partitions}: ` +
        'keys would move between partitions. Set KAFKA_PARTITIONS to the number it was made with.',
    );
  }
}

const partitioner = Partitioners.DefaultPartitioner();

/** The partition Java's producer would take for a key. */
export function partitionOf(topic: string, key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({ partitionId, leader: 0 }));
  return partitioner({ topic, partitionMetadata: partitionMetadata as never, message: { key, value: null } });
}
