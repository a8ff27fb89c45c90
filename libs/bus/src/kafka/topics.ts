import { setTimeout } from 'node:timers/promises';
import { maxEventBytes } from '@atomicdb/events';
import { ConfigResourceTypes, ConfigSource, KafkaJSError, type Admin } from 'kafkajs';
import murmurhash from 'murmurhash';

const suffix = '.events.v1';
/** Bytes of the largest batch of messages a topic takes: the largest event with its envelope fits into it. */
export const maxBatchBytes = maxEventBytes + 65_536;

const attempts = 60;
const pauseMs = 500;

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

/** Events are kept for ever, each of them, as they were written: a codec that kafkajs lacks would stop every reader. */
function configOf({ replicationFactor }: TopicShape): Record<string, string> {
  return {
    'retention.ms': '-1',
    'retention.bytes': '-1',
    'cleanup.policy': 'delete',
    'compression.type': 'uncompressed',
    'max.message.bytes': String(maxBatchBytes),
    ...(replicationFactor >= 3 ? { 'min.insync.replicas': '2' } : {}),
  };
}

async function createMissing(admin: Admin, topics: readonly string[], shape: TopicShape): Promise<void> {
  const there = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !there.has(topic));
  if (missing.length === 0) return;
  await admin.createTopics({
    // A cluster that has just started may not know them yet; partitionCounts waits until it does.
    waitForLeaders: false,
    topics: missing.map((topic) => ({
      topic,
      numPartitions: shape.partitions,
      replicationFactor: shape.replicationFactor,
      configEntries: Object.entries(configOf(shape)).map(([name, value]) => ({ name, value })),
    })),
  });
}

/** A topic that another service has just made is not known to every broker at once: asks again for a while. */
async function onceKnown<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof KafkaJSError) || attempt === attempts) throw error;
      await setTimeout(pauseMs);
    }
  }
}

/** What a topic is made of: partitions, and the brokers that each is to lie on, whether they live or not. */
interface Made {
  readonly name: string;
  readonly partitions: number;
  readonly copies: number;
}

async function describe(admin: Admin, topics: readonly string[]): Promise<Made[]> {
  const { topics: found } = await admin.fetchTopicMetadata({ topics: [...topics] });
  return found.map(({ name, partitions }) => ({
    name,
    partitions: partitions.length,
    copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
  }));
}

/** Throws a sentence where a topic is not what this release wants. */
function refuseOther({ name, partitions, copies }: Made, shape: TopicShape): void {
  if (partitions !== shape.partitions) {
    throw new Error(
      `Topic ${name} has ${partitions} partitions and this release wants ${shape.partitions}: ` +
        'keys would move between partitions. Set KAFKA_PARTITIONS to the number it was made with.',
    );
  }
  if (copies < shape.replicationFactor) {
    throw new Error(
      `Topic ${name} lies on ${copies} broker(s) and KAFKA_REPLICATION is ${shape.replicationFactor}: ` +
        'give it the brokers with kafka-reassign-partitions.sh, or set KAFKA_REPLICATION to the number it was made with.',
    );
  }
}

/** Brings a topic that an earlier release, or somebody else, made to the configuration of this one. */
async function configure(admin: Admin, topics: readonly string[], shape: TopicShape): Promise<void> {
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name }));
  const found = await admin.describeConfigs({ resources, includeSynonyms: false });
  const wanted = configOf(shape);
  const changed = found.resources.flatMap(({ resourceName, configEntries }) => {
    const now = Object.fromEntries(configEntries.map((entry) => [entry.configName, entry.configValue]));
    if (Object.entries(wanted).every(([name, value]) => now[name] === value)) return [];
    // What is not named goes back to its default.
    const own = configEntries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG);
    const kept = Object.fromEntries(own.map((entry) => [entry.configName, entry.configValue]));
    const entries = Object.entries({ ...kept, ...wanted }).map(([name, value]) => ({ name, value }));
    return [{ type: ConfigResourceTypes.TOPIC, name: resourceName, configEntries: entries }];
  });
  if (changed.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changed });
}

/** Makes the topics that are missing (retention for ever, no compaction); refuses one with other partitions or fewer copies. */
export async function ensureTopics(
  admin: Admin,
  topics: readonly string[],
  shape: TopicShape,
): Promise<void> {
  await createMissing(admin, topics, shape);
  for (const made of await onceKnown(() => describe(admin, topics))) refuseOther(made, shape);
  await onceKnown(() => configure(admin, topics, shape));
}

/** Of Java's producer and of kafkajs. */
const partitionerSeed = 0x9747b28c;

/**
 * The partition Java's producer would take for a key: murmur2 without its sign. The partitioner of kafkajs computes the
 * same with big integers, which cost more than sending the event (31 µs a key beside 4).
 */
export function partitionOf(key: string, partitions: number): number {
  return (murmurhash.v2(key, partitionerSeed) & 0x7fffffff) % partitions;
}
