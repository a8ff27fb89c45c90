import { randomUUID } from 'node:crypto';
import { Database } from '@atomicdb/event-store';
import { eventually, freshDatabase, sharedKafka } from '@atomicdb/testing';
import { Kafka, logLevel } from 'kafkajs';
import { KafkaBus } from '../src';
import { TailConsumer } from '../src/kafka/tail-consumer';
import { describeBus, SeenMigration } from './contract';
import { consumer as makeConsumer } from './contract-parts';
import { CuttableNetwork } from './kafka/cuttable-network';
import { messageOf, TopicScene } from './kafka/topic-scene';

const migrations = [{ name: '0002-seen', class: SeenMigration }];

describeBus('Kafka', async () => {
  const { brokers } = await sharedKafka();
  const fresh = await freshDatabase(['queue', 'backing'], async () => undefined);
  const writer = await Database.open({ service: 'queue', url: fresh.roleUrl('queue') });
  const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing'), migrations });
  await writer.migrate();
  await reader.migrate();
  return {
    writer,
    reader,
    bus: (onError = () => undefined) =>
      new KafkaBus({ brokers, clientId: 'contract', partitions: 6, replicationFactor: 1, onError }),
  };
});

describe('a tail over Kafka', () => {
  let scene: TopicScene;

  beforeAll(async () => {
    scene = await TopicScene.open();
  });
  afterAll(() => scene.close());

  it('is shown what came while kafkajs had given its member up, and is not told that anything is missing', async () => {
    const network = new CuttableNetwork();
    const { socketFactory } = network;
    const retry = { initialRetryTime: 50 };
    const kafka = new Kafka({
      brokers: [...scene.brokers],
      logLevel: logLevel.NOTHING,
      socketFactory,
      retry,
    });
    const stream = `position-${randomUUID()}`;
    const told: (string | number)[] = [];
    const tail = new TailConsumer(
      kafka,
      {
        name: 'test:cut-off:1',
        types: ['MovesOpened'],
        joined: () => told.push('joined'),
        handle: (event) => event.stream === stream && told.push(event.version),
      },
      () => undefined,
    );
    const ending = new AbortController();
    await scene.start(makeConsumer(scene.reader, 'test:makes-the-topic:1', { types: ['MovesOpened'] }));
    const run = tail.run(ending.signal);
    await tail.untilJoined(60_000, ending.signal);
    network.cut();
    await eventually(() => expect(tail.status().lastError).toMatch(/./), { timeoutMs: 60_000 });
    await scene.send([1, 2, 3].map((version) => messageOf(stream, version)));
    expect(told).toEqual(['joined']);
    network.mend();
    await eventually(() => expect(told).toEqual(['joined', 1, 2, 3]), { timeoutMs: 60_000 });
    const well = { name: 'test:cut-off:1', alive: true, lastError: null };
    await eventually(() => expect(tail.status()).toEqual(well), { timeoutMs: 60_000 });
    ending.abort();
    await run;
  });
});
