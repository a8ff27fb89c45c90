import { Database } from '@atomicdb/event-store';
import { canonicalVersion, encodePayload, eventId, type Envelope } from '@atomicdb/events';
import { eventually, freshDatabase, sharedKafka } from '@atomicdb/testing';
import { Kafka, logLevel, type Admin, type Message } from 'kafkajs';
import { KafkaBus, type Consumer } from '../../src';
import { toMessage } from '../../src/kafka/message';
import { ensureTopics, partitionOf, topicOf } from '../../src/kafka/topics';
import { SeenMigration } from '../contract';
import { isBlocked, versionsSeen } from '../contract-parts';

export const partitions = 6;
export const topic = topicOf('positions');
const patience = { timeoutMs: 60_000 };

/** A sound event of a stream as its relay would write it. */
export function messageOf(stream: string, version: number): Message {
  const envelope: Envelope = {
    eventId: eventId('positions', stream, version),
    type: 'MovesOpened',
    schemaVersion: 1,
    stream,
    version,
    occurredAt: new Date().toISOString(),
    producer: 'positions',
    canonicalVersion,
    traceparent: null,
  };
  const payload = encodePayload({ type: 'MovesOpened', data: { position: stream, moves: [] } });
  return toMessage(envelope, payload, partitionOf(stream, partitions));
}

/** A topic that the tests write themselves, and consumers of it in one database. */
export class TopicScene {
  private readonly ends: (() => Promise<void>)[] = [];

  private constructor(
    readonly brokers: readonly string[],
    readonly kafka: Kafka,
    readonly admin: Admin,
    readonly reader: Database,
  ) {}

  static async open(): Promise<TopicScene> {
    const { brokers } = await sharedKafka();
    const fresh = await freshDatabase(['backing'], () => Promise.resolve());
    const migrations = [{ name: '0002-seen', class: SeenMigration }];
    const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing'), migrations });
    await reader.migrate();
    const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    await ensureTopics(admin, [topic], { partitions, replicationFactor: 1 });
    return new TopicScene(brokers, kafka, admin, reader);
  }

  bus(more: { partitions?: number; sessionTimeoutMs?: number } = {}): KafkaBus {
    const { brokers } = this;
    const onError = () => undefined;
    return new KafkaBus({ brokers, clientId: 'topic', partitions, replicationFactor: 1, onError, ...more });
  }

  async start(consumer: Consumer, more: { sessionTimeoutMs?: number } = {}): Promise<KafkaBus> {
    const bus = this.bus(more);
    bus.consume(consumer);
    this.ends.push(() => bus.stop());
    await bus.start();
    return bus;
  }

  /** One send to each partition, in the order given. */
  async send(messages: readonly Message[]): Promise<void> {
    const producer = this.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, acks: -1, messages: [...messages] });
    await producer.disconnect();
  }

  becomes(name: string, stream: string, versions: readonly number[]): Promise<void> {
    return eventually(
      async () => expect(await versionsSeen(this.reader, name, stream)).toEqual(versions),
      patience,
    );
  }

  /** Whether one transaction waits for another, as a member does that has got the partition of one that stands still. */
  isBlocked(): Promise<boolean> {
    return isBlocked(this.reader);
  }

  async stopBuses(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
  }

  async close(): Promise<void> {
    await this.stopBuses();
    await this.admin.disconnect();
    await this.reader.close();
  }
}

/** Streams of one partition, told apart by a prefix. */
export function streamsOfPartition(partition: number, count: number, prefix: string): string[] {
  const found: string[] = [];
  for (let n = 0; found.length < count; n += 1) {
    const stream = `position-${prefix}-${n}`;
    if (partitionOf(stream, partitions) === partition) found.push(stream);
  }
  return found;
}
