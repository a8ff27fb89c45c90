import { eventually } from '@atomicdb/testing';
import type { KafkaMessage } from 'kafkajs';
import { KafkaBus, type Consumer } from '../src';
import { auditTopic } from '../src/kafka/audit-topic';
import type { Sending } from '../src/kafka/publisher';
import { readPlace, writePlace } from '../src/kafka/relay-progress';
import { endOffsets, readTopic } from '../src/kafka/topic-reader';
import { ensureTopics, topicOf } from '../src/kafka/topics';
import { nothingWrong, RelayScene, sending } from './relay/relay-scene';

const topic = topicOf('accounts');
const partitions = 6;
const patience = { timeoutMs: 30_000 };

describe('a topic that is not the one the relay wrote', () => {
  let scene: RelayScene;
  let brokers: readonly string[];
  let end: () => Promise<void>;

  beforeAll(async () => ({ scene, brokers, end } = await RelayScene.openAlone()));
  afterAll(() => end());

  /** `stream@version` of what each consumer was handed, over all its lives. */
  const handed: Record<string, string[]> = {};

  const consumer = (name: string): Consumer => ({
    name,
    types: ['AccountRegistered'],
    database: scene.store.database,
    handle: (_tx, { stream, version }) => {
      (handed[name] ??= []).push(`${stream}@${version}`);
      return Promise.resolve();
    },
  });

  /** As a start of the product does: makes the topic where it is missing. */
  async function startBus(...names: string[]): Promise<KafkaBus> {
    const onError = () => undefined;
    const bus = new KafkaBus({ brokers, clientId: 'lost', partitions, replicationFactor: 1, onError });
    for (const name of names) bus.consume(consumer(name));
    await bus.start();
    return bus;
  }

  async function deleteTopic(): Promise<void> {
    await scene.deleteTopic();
    const admin = scene.kafka().admin();
    await admin.connect();
    await eventually(async () => expect(await admin.listTopics()).not.toContain(topic), patience);
    await admin.disconnect();
  }

  async function makeTopic(): Promise<void> {
    const admin = scene.kafka().admin();
    await admin.connect();
    await ensureTopics(admin, [topic], { partitions, replicationFactor: 1 });
    await admin.disconnect();
  }

  const events = async () =>
    (await scene.store.readFeed('0:0', 10_000)).events.map(
      ({ envelope: { stream, version } }) => `${stream}@${version}`,
    );

  const isLevel = async (name: string) =>
    eventually(async () => expect(handed[name]?.toSorted()).toEqual((await events()).toSorted()), patience);

  /** Starts the relay, which says so and stops. */
  async function refuses(sentence: RegExp): Promise<void> {
    scene.startRelay();
    await eventually(() => expect(scene.lastErrorOfRelay()).toMatch(sentence), patience);
    await scene.stopRelay();
  }

  it('is written again from the first event where it was deleted, and read again: nothing is missed or applied twice', async () => {
    const first = await startBus('test:old:1');
    scene.startRelay();
    await scene.append(0, 10);
    await isLevel('test:old:1');
    await scene.untilLevel(patience.timeoutMs);
    await Promise.all([first.stop(), scene.stopRelay()]);
    await deleteTopic();
    await scene.append(0, 1);
    const second = await startBus('test:old:1', 'test:new:1');
    scene.startRelay();
    expect(await scene.audit(patience.timeoutMs)).toEqual({ topic, messages: 110, ...nothingWrong });
    await isLevel('test:old:1');
    await isLevel('test:new:1');
    await Promise.all([second.stop(), scene.stopRelay()]);
  });

  it('is read again where it ends before what was applied, though the relay has not come that far yet', async () => {
    await deleteTopic();
    const bus = await startBus('test:old:1');
    await scene.append(1, 1);
    scene.startRelay();
    await isLevel('test:old:1');
    await Promise.all([bus.stop(), scene.stopRelay()]);
  });

  it('gets again what brokers lost of it, the end of most partitions and all of one: nothing is missed or applied twice', async () => {
    const lost = new Map<number, KafkaMessage[]>();
    const to = await endOffsets(scene.kafka(), topic);
    await readTopic(scene.kafka(), topic, { from: new Map(), to }, (partition, message) =>
      lost.set(partition, [...(lost.get(partition) ?? []), message]),
    );
    await deleteTopic();
    await makeTopic();
    const producer = scene.kafka().producer();
    await producer.connect();
    for (const [partition, messages] of lost) {
      const kept = partition === 0 ? [] : messages.slice(0, -3);
      await producer.send({ topic, messages: kept.map(({ key, value }) => ({ key, value, partition })) });
    }
    await producer.disconnect();
    expect((await auditTopic(brokers, scene.store)).missing.length).toBeGreaterThan(15);
    await scene.append(2, 2);
    scene.startRelay();
    expect(await scene.audit(patience.timeoutMs)).toMatchObject(nothingWrong);
    const bus = await startBus('test:old:1', 'test:late:1');
    await isLevel('test:old:1');
    await isLevel('test:late:1');
    await Promise.all([bus.stop(), scene.stopRelay()]);
  });

  it('is written again also where it was made anew while its relay leads, and filled beyond where it ended', async () => {
    scene.startRelay();
    await scene.untilLevel(patience.timeoutMs);
    await deleteTopic();
    await makeTopic();
    // One round, with more for every partition than lay there.
    const streams = Array.from({ length: 60 }, (_, index) => `account-${index}`);
    const data = { accountId: 'a', name: 'anew', operator: false };
    const events = Array.from({ length: 30 }, () => ({ type: 'AccountRegistered' as const, data }));
    const appendings = streams.map((stream) => ({ stream, expectedVersion: 'any' as const, events }));
    await scene.store.transaction(streams, (tx) => scene.store.append(tx, appendings));
    const isWhole = async () => expect((await auditTopic(brokers, scene.store)).missing).toEqual([]);
    await scene.untilLevel(patience.timeoutMs);
    await eventually(isWhole, patience);
    await scene.stopRelay();
    const bus = await startBus('test:after:1');
    await isLevel('test:after:1');
    await bus.stop();
  });

  it('is not written to where it holds what the store was set back from, until it is deleted', async () => {
    const { database } = scene.store;
    scene.startRelay();
    await scene.untilLevel(patience.timeoutMs);
    await scene.stopRelay();
    const before = await readPlace(scene.store, topic);
    const kept = await scene.store.lastCursor();
    scene.startRelay();
    await scene.append(2, 3, 'undone');
    await scene.untilLevel(patience.timeoutMs);
    await scene.stopRelay();
    await database.query(
      'set-back',
      'delete from events where (tx_id, position) > ($1::text::xid8, $2::bigint)',
      kept.split(':'),
    );
    await writePlace(scene.store, topic, before.cursor, new Map(before.offsets));
    const ends = await endOffsets(scene.kafka(), topic);
    await refuses(
      /^Error: accounts\.events\.v1 holds 30 or more events beyond those of the store\. .* delete its topics/,
    );
    await scene.append(2, 3, 'done');
    await refuses(
      /^Error: accounts\.events\.v1 holds account-2\d@\d+ otherwise than the store\. .* delete its topics/,
    );
    expect(await endOffsets(scene.kafka(), topic)).toEqual(ends);
    await deleteTopic();
    await (await startBus()).stop();
    const bus = await startBus('test:old:1');
    scene.startRelay();
    expect(await scene.audit(patience.timeoutMs)).toMatchObject(nothingWrong);
    await Promise.all([bus.stop(), scene.stopRelay()]);
  });

  it('is begun again where a round came to lie before what was written earlier', async () => {
    await deleteTopic();
    let isArmed = false;
    const onNewTopic: Sending = async (producer, name, round) => {
      if (!isArmed || round.size === 0) return sending(producer, name, round);
      isArmed = false;
      await deleteTopic();
      await makeTopic();
      const fresh = scene.kafka().producer();
      await fresh.connect();
      return sending(fresh, name, round).finally(() => fresh.disconnect());
    };
    const own = await RelayScene.open(brokers, 1, onNewTopic);
    try {
      own.startRelay();
      await own.append(0, 1);
      await own.untilLevel(patience.timeoutMs);
      isArmed = true;
      await own.append(0, 5);
      await eventually(() => expect(isArmed).toBe(false), patience);
      await eventually(
        async () => expect((await auditTopic(brokers, own.store)).missing).toEqual([]),
        patience,
      );
      await own.untilLevel(patience.timeoutMs);
      expect((await auditTopic(brokers, own.store)).missing).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
