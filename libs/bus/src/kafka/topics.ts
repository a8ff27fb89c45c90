import { setTimeout } from 'node:timers/promises';
import { KafkaJSError, Partitioners, type Admin, type PartitionMetadata } from 'kafkajs';

const suffix = '.events.v1';
const metadataAttempts = 60;
const metadataPauseMs = 500;

export function topicOf(owner: string): string {
  return `${owner}${suffix}`;
}

export function ownerOfTopic(topic: string): string {
  return topic.slice(0, -suffix.length);
}

export interface TopicShape {
  readonly partitions: number;
  readonly replicationFactor: number;
}

async function createMissing(admin: Admin, topics: readonly string[], shape: TopicShape): Promise<void> {
  const there = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !there.has(topic));
  if (missing.length === 0) return;
  await admin.createTopics({
    waitForLeaders: true,
    topics: missing.map((topic) => ({
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
}

/** A topic that another service has just made is not known to every broker at once. */
async function partitionCounts(admin: Admin, topics: readonly string[]): Promise<Map<string, number>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { topics: found } = await admin.fetchTopicMetadata({ topics: [...topics] });
      return new Map(found.map(({ name, partitions }) => [name, partitions.length]));
    } catch (error) {
      if (!(error instanceof KafkaJSError) || attempt === metadataAttempts) throw error;
      await setTimeout(metadataPauseMs);
    }
  }
}

/** Makes the topics that are missing (retention for ever, no compaction); refuses one with another partition count. */
export async function ensureTopics(
  admin: Admin,
  topics: readonly string[],
  shape: TopicShape,
): Promise<void> {
  await createMissing(admin, topics, shape);
  for (const [name, partitions] of await partitionCounts(admin, topics)) {
    if (partitions === shape.partitions) continue;
    throw new Error(
      `Topic ${name} has ${partitions} partitions and this release wants ${shape.partitions}: ` +
        'keys would move between partitions. Set KAFKA_PARTITIONS to the number it was made with.',
    );
  }
}

const partitioner = Partitioners.DefaultPartitioner();

const metadataOf = new Map<number, PartitionMetadata[]>();

/** What the partitioner looks at: how many partitions there are. */
function partitionMetadata(partitions: number): PartitionMetadata[] {
  const known = metadataOf.get(partitions);
  if (known) return known;
  const made = Array.from({ length: partitions }, (_, partitionId) => ({ partitionId, leader: 0 }));
  metadataOf.set(partitions, made as never);
  return made as never;
}

/** The partition Java's producer would take for a key. */
export function partitionOf(topic: string, key: string, partitions: number): number {
  const message = { key, value: null };
  return partitioner({ topic, partitionMetadata: partitionMetadata(partitions), message });
}
