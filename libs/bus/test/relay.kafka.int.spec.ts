import { Database, EventStore } from '@atomicdb/event-store';
import { eventually, freshDatabase, sharedKafka } from '@atomicdb/testing';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { KafkaBus } from '../src';
import { fromMessage } from '../src/kafka/message';
import { partitionOf } from '../src/kafka/topics';

const topic = 'accounts.events.v1';
const partitions = 6;
const streams = Array.from({ length: 60 }, (_, index) => `account-relay-${index}`);

describe('the relay', () => {
  let database: Database;
  let bus: KafkaBus;
  let kafka: Kafka;

  beforeAll(async () => {
    const { brokers } = await sharedKafka();
    const fresh = await freshDatabase(['accounts'], () => Promise.resolve());
    database = await Database.open({ service: 'accounts', url: fresh.roleUrl('accounts') });
    await database.migrate();
    kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
    const onError = () => undefined;
    bus = new KafkaBus({ brokers, clientId: 'relay', partitions, replicationFactor: 1, onError });
  });

  afterAll(async () => {
    await bus.stop();
    await database.close();
  });

  async function append(store: EventStore, stream: string): Promise<void> {
    const data = { accountId: stream, name: stream, operator: false };
    await store.transaction([stream], (tx) =>
      store.append(tx, [{ stream, expectedVersion: 'any', events: [{ type: 'AccountRegistered', data }] }]),
    );
  }

  it('puts every stream into the partition of its key, in the order of its versions', async () => {
    const store = new EventStore(database, 'accounts');
    for (const stream of streams) await append(store, stream);
    for (const stream of streams) await append(store, stream);
    bus.publish(store);
    await bus.start();
    const read: { partition: number; message: KafkaMessage }[] = [];
    const reader = kafka.consumer({ groupId: `relay-${Date.now()}` });
    await reader.subscribe({ topics: [topic], fromBeginning: true });
    await reader.run({
      eachMessage: ({ partition, message }) => {
        if (message.key?.toString().startsWith('account-relay-')) read.push({ partition, message });
        return Promise.resolve();
      },
    });
    await eventually(() => expect(read).toHaveLength(streams.length * 2), { timeoutMs: 60_000 });
    await reader.disconnect();
    for (const stream of streams) {
      const own = read.filter(({ message }) => message.key?.toString() === stream);
      const partition = partitionOf(stream, partitions);
      expect(own.map((each) => each.partition)).toEqual([partition, partition]);
      expect(
        own.map(({ message }) => fromMessage({ topic: 't', partition: 0, message }).envelope.version),
      ).toEqual([1, 2]);
    }
    expect(new Set(read.map(({ partition }) => partition)).size).toBe(partitions);
  });
});
