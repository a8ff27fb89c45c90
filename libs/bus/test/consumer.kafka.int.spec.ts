import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '@atomicdb/event-store';
import { EventMessage } from '@atomicdb/events';
import { eventually } from '@atomicdb/testing';
import { AssignerProtocol, ConfigResourceTypes, PartitionAssigners, type PartitionAssigner } from 'kafkajs';
import reports from './cases/reports.json';
import { consumer as makeConsumer, lettersOf, record, seen } from './contract-parts';
import { messageOf, partitions, streamsOfPartition, topic, TopicScene } from './kafka/topic-scene';
import type { Consumer } from '../src';

const withoutId = (type: string) =>
  Buffer.from(EventMessage.encode(EventMessage.fromPartial({ type })).finish());
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Short, as the broker of the tests allows; the product's is 30 s. */
const sessionTimeoutMs = 2_000;

describe('a consumer over Kafka', () => {
  let scene: TopicScene;

  beforeAll(async () => {
    scene = await TopicScene.open();
  });
  afterEach(() => scene.stopBuses());
  afterAll(() => scene.close());

  const consumer = (name: string, more: Partial<Consumer> = {}) =>
    makeConsumer(scene.reader, name, { types: ['MovesOpened'], ...more });
  const pulseOf = (bus: { status(): { name: string; lastError: string | null }[] }) =>
    bus.status()[0]?.lastError;

  it('is not started on a topic with another number of partitions', async () => {
    await scene.start(consumer('test:made:1'));
    const other = scene.bus({ partitions: 5 });
    other.consume(consumer('test:made:1'));
    await expect(other.start()).rejects.toThrow(
      `Topic ${topic} has 6 partitions and this release wants 5: keys would move between partitions. ` +
        'Set KAFKA_PARTITIONS to the number it was made with.',
    );
    await other.stop();
  });

  it('brings a topic that was made otherwise to events kept for ever, and leaves the rest of it alone', async () => {
    await scene.start(consumer('test:made:1'));
    const { admin } = scene;
    const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
    const own = [
      { name: 'cleanup.policy', value: 'compact' },
      { name: 'segment.ms', value: '86400000' },
      // Not what the broker itself has. Long and large, as others read the topic.
      { name: 'retention.ms', value: '86400000' },
      { name: 'retention.bytes', value: '1073741824' },
    ];
    const names = ['cleanup.policy', 'segment.ms', 'retention.ms', 'retention.bytes', 'max.message.bytes'];
    // A broker answers with what it knows, a moment behind the controller.
    const becomes = (...values: string[]) =>
      eventually(async () => {
        const resources = [{ ...resource, configNames: names }];
        const { resources: found } = await admin.describeConfigs({ includeSynonyms: false, resources });
        const now = new Map(found[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]));
        expect(names.map((name) => now.get(name))).toEqual(values);
      });
    await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries: own }] });
    await becomes('compact', '86400000', '86400000', '1073741824', '1048588');
    await scene.start(consumer('test:made:1'));
    await becomes('delete', '86400000', '-1', '-1', '4259840');
  });

  it('leaves its group also when it is told to while it joins', async () => {
    const names = [0, 5, 10, 20, 30, 40, 60, 80, 120].map((delayMs) => ({
      delayMs,
      name: `test:left-${delayMs}:1`,
    }));
    for (const { delayMs, name } of names) {
      const bus = await scene.start(consumer(name));
      await sleep(delayMs);
      await bus.stop();
    }
    await eventually(async () => {
      const { groups } = await scene.admin.describeGroups(names.map(({ name }) => `atomicdb.${name}`));
      expect(groups.map(({ members }) => members)).toEqual(names.map(() => []));
    });
  });

  it.each(reports)('goes past what cannot be decoded: $symptom [$id]', async () => {
    const [key = '', ...others] = streamsOfPartition(2, 98, randomUUID());
    const name = 'test:undecodable:1';
    const good = [
      ...upTo(3).map((n) => messageOf(key, n + 1)),
      ...others.map((stream) => messageOf(stream, 1)),
    ];
    await scene.start(consumer(name));
    await scene.send([{ key, value: withoutId('MovesOpened\0'), partition: 2 }, ...good]);
    const own = async () =>
      (await seen(scene.reader, name)).filter(({ stream }) => stream === key || others.includes(stream));
    await eventually(async () => expect(await own()).toHaveLength(97), { timeoutMs: 60_000 });
    const letters = await lettersOf(scene.reader, name, [key]);
    expect(letters.map(({ version, kind }) => [version, kind])).toEqual([
      [0, 'unreadable'],
      [2, 'waiting'],
      [3, 'waiting'],
      [4, 'waiting'],
    ]);
    const transactions = await scene.reader.query<{ letter: string; effect: string }>(
      'transactions-of-letters',
      `select distinct dead_letters.xmin::text as letter, seen.tx_id::text as effect from dead_letters, seen
        where dead_letters.consumer = $1 and dead_letters.stream = any($2)
          and seen.consumer = $1 and seen.stream = any($2)`,
      [name, [key, ...others]],
    );
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.letter).toBe(transactions[0]?.effect);
    await scene.send([messageOf(key, 1)]);
    await scene.becomes(name, key, [1, 2, 3, 4]);
    await scene.reader.transaction((tx) => deadLetters.release(tx, { consumer: name }));
    await eventually(async () => {
      const left = await lettersOf(scene.reader, name, [key]);
      expect(left.map(({ kind, attempts }) => [kind, attempts])).toEqual([['unreadable', 2]]);
    });
  });

  it('counts duplicates once and puts what comes in another order into that of the versions', async () => {
    const [stream = ''] = streamsOfPartition(0, 1, randomUUID());
    const name = 'test:duplicates:1';
    await scene.start(consumer(name));
    await scene.send([1, 2, 2, 1, 5, 4, 5, 3, 3, 6, 4].map((version) => messageOf(stream, version)));
    await scene.becomes(name, stream, upTo(6));
    expect(await lettersOf(scene.reader, name, [stream])).toEqual([]);
  });

  /** Streams over all partitions with their versions, and two members of a group that work through them. */
  async function share(name: string, handle: (label: string) => Consumer['handle']) {
    const prefix = randomUUID();
    const streams = upTo(partitions).flatMap((partition) => streamsOfPartition(partition - 1, 2, prefix));
    const send = (from: number, to: number) =>
      scene.send(
        streams.flatMap((stream) =>
          upTo(to)
            .slice(from - 1)
            .map((version) => messageOf(stream, version)),
        ),
      );
    const member = (label: string) =>
      scene.start(consumer(name, { batchSize: 5, handle: handle(label) }), { sessionTimeoutMs });
    return { streams, send, member };
  }

  it('neither loses nor doubles anything when its group is shared out anew in the middle of a batch', async () => {
    const name = 'test:rebalance:1';
    const handled = new Map<string, number>();
    const { streams, send, member } = await share(name, (label) => async (tx, event) => {
      if (!streams.includes(event.stream)) return;
      handled.set(label, (handled.get(label) ?? 0) + 1);
      await sleep(10);
      await record(tx, name, event);
    });
    await send(1, 12);
    await member('first');
    await eventually(() => expect(handled.get('first')).toBeGreaterThan(7), { timeoutMs: 60_000 });
    await member('second');
    let sent = 12;
    await eventually(
      async () => {
        // The first may be through with everything before the second has its share: more of what is new comes.
        if (!handled.has('second')) await send(sent + 1, (sent += 1));
        expect(handled.get('second')).toBeGreaterThan(0);
      },
      { timeoutMs: 60_000, everyMs: 500 },
    );
    await send(sent + 1, sent + 4);
    for (const stream of streams) await scene.becomes(name, stream, upTo(sent + 4));
    expect(await lettersOf(scene.reader, name, streams)).toEqual([]);
  });

  it('neither loses nor doubles anything when a member stands still past its session', async () => {
    const name = 'test:frozen:1';
    const handled: string[] = [];
    let frozen = false;
    const { streams, send, member } = await share(name, (label) => async (tx, event) => {
      if (!streams.includes(event.stream)) return;
      handled.push(label);
      if (label === 'first' && !frozen) {
        frozen = true;
        await sleep(sessionTimeoutMs);
        await eventually(
          async () => expect(handled.includes('second') || (await scene.isBlocked())).toBe(true),
          { timeoutMs: 60_000 },
        );
      }
      await record(tx, name, event);
    });
    await member('first');
    await send(1, 3);
    await eventually(() => expect(frozen).toBe(true), { timeoutMs: 60_000 });
    await member('second');
    for (const stream of streams) await scene.becomes(name, stream, upTo(3));
    expect(handled).toContain('second');
    expect(await lettersOf(scene.reader, name, streams)).toEqual([]);
  });

  it('keeps its place in the group through a batch that takes longer than its session, chunk by chunk', async () => {
    const name = 'test:slow-chunks:1';
    const group = `atomicdb.${name}`;
    const [stream = ''] = streamsOfPartition(3, 1, randomUUID());
    const chunks = upTo(6);
    const handle: Consumer['handle'] = async (tx, event) => {
      if (event.stream !== stream) return;
      await sleep(sessionTimeoutMs / 4);
      await record(tx, name, event);
    };
    await scene.start(consumer(name, { batchSize: 1, handle }), { sessionTimeoutMs });
    const members = async () => {
      const { groups } = await scene.admin.describeGroups([group]);
      return groups.flatMap(({ members: found }) => found.map(({ memberId }) => memberId));
    };
    const joined = await eventually(
      async () => {
        const found = await members();
        expect(found).toHaveLength(1);
        return found;
      },
      { timeoutMs: 60_000 },
    );
    // One send, one batch.
    await scene.send(chunks.map((version) => messageOf(stream, version)));
    await scene.becomes(name, stream, chunks);
    expect(await members()).toEqual(joined);
  });

  it('makes a new member when kafkajs gives one up for good', async () => {
    const name = 'test:given-up-member:1';
    const [stream = ''] = streamsOfPartition(1, 1, randomUUID());
    // A group whose members share out partitions in a way this one does not know refuses it: kafkajs does not try again.
    const stranger = scene.kafka.consumer({
      groupId: `atomicdb.${name}`,
      partitionAssigners: [(config) => renamed(PartitionAssigners.roundRobin(config))],
    });
    await stranger.connect();
    await stranger.subscribe({ topics: [topic] });
    const joined = new Promise((done) => stranger.on(stranger.events.GROUP_JOIN, done));
    await stranger.run({ eachMessage: () => Promise.resolve() });
    await joined;
    const bus = await scene.start(consumer(name));
    await eventually(() => expect(pulseOf(bus)).toMatch(/inconsistent|protocol/i), { timeoutMs: 60_000 });
    await stranger.disconnect();
    await scene.send([messageOf(stream, 1)]);
    await scene.becomes(name, stream, [1]);
    expect(pulseOf(bus)).toBeNull();
  });
});

function renamed(assigner: ReturnType<PartitionAssigner>): ReturnType<PartitionAssigner> {
  const name = 'AnotherAssigner';
  const protocol = ({ topics }: { topics: string[] }) => ({
    name,
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
  });
  return { ...assigner, name, protocol };
}
