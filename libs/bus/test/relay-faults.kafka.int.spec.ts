import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@atomicdb/embedded-postgres';
import {
  eventually,
  runSeed,
  seeded,
  sharedPostgres,
  startKafka,
  type RunningKafka,
} from '@atomicdb/testing';
import { ConfigResourceTypes, type Producer } from 'kafkajs';
import { toMessage } from '../src/kafka/message';
import type { Sending } from '../src/kafka/publisher';
import { ensureTopics, partitionOf, topicOf } from '../src/kafka/topics';
import { nothingWrong, RelayScene, sending } from './relay/relay-scene';

const topic = topicOf('accounts');
const nodes = [0, 1, 2];
const patienceMs = 120_000;
const patience = { timeoutMs: patienceMs };

describe('the relay on three brokers, when things fail', () => {
  let kafka: RunningKafka;
  let scene: RelayScene;

  beforeAll(async () => {
    [kafka] = await Promise.all([startKafka({ nodes: 3 }), sharedPostgres()]);
  });
  afterAll(async () => {
    const pids = await kafka.pids();
    expect(pids).toHaveLength(nodes.length);
    await kafka.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  beforeEach(async () => {
    scene = await RelayScene.open(kafka.brokers, 3);
  });
  afterEach(async () => {
    await scene.close();
    await scene.deleteTopic();
  });

  it('makes the topic the outbox to the message when a leader is killed, then the others too, and all come back, under load', async () => {
    scene.startRelay();
    const endLoad = scene.startLoad(50);
    await scene.untilFurther(patienceMs);
    const leader = seeded(runSeed('leader killed')).below(nodes.length);
    await kafka.kill(leader);
    expect(await kafka.pids()).toHaveLength(2);
    await scene.untilFurther(patienceMs);
    await Promise.all(nodes.map((node) => kafka.kill(node)));
    await eventually(() => expect(scene.lastErrorOfRelay()).not.toBeNull(), patience);
    await Promise.all(nodes.map((node) => kafka.restart(node)));
    await scene.untilFurther(patienceMs);
    const appended = await endLoad();
    expect(await scene.audit(patienceMs)).toEqual({ topic, messages: appended, ...nothingWrong });
    await eventually(() => expect(scene.lastErrorOfRelay()).toBeNull(), patience);
  });

  it('writes nothing again that a relay wrote and did not live to record', async () => {
    await scene.append(0, 5);
    const { first, events } = await eventually(async () => {
      const { events: all } = await scene.store.readFeed('0:0', 1_000);
      const [head] = all;
      if (!head || all.length < 50) throw new Error(`${all.length} of 50 events are below the horizon`);
      return { first: head, events: all };
    }, patience);
    const producer = scene.kafka().producer();
    await producer.connect();
    const { stream } = first.envelope;
    const own = events.filter(({ envelope }) => envelope.stream === stream).slice(0, 3);
    const partition = partitionOf(stream, 6);
    const messages = own.map(({ envelope, payload }) => toMessage(envelope, payload, partition));
    await producer.send({ topic, messages });
    await producer.disconnect();
    scene.startRelay();
    expect(await scene.audit(patienceMs)).toEqual({ topic, messages: 50, ...nothingWrong });
  });

  it('sends by a new producer after a failed send, and nothing twice of what had arrived', async () => {
    const producers: Producer[] = [];
    const breaksOnce: Sending = async (producer, name, round) => {
      if (!producers.includes(producer)) producers.push(producer);
      if (producers.length > 1) return sending(producer, name, round);
      await sending(producer, name, new Map([...round].slice(0, 1)));
      throw new Error('the answer is lost');
    };
    const breaking = await RelayScene.open(kafka.brokers, 3, breaksOnce);
    try {
      await breaking.append(0, 5);
      breaking.startRelay();
      expect(await breaking.audit(patienceMs)).toEqual({ topic, messages: 50, ...nothingWrong });
      expect(producers).toHaveLength(2);
    } finally {
      await breaking.close();
    }
  });

  it('leads alone: of two replicas one publishes, the other takes over when it ends, and nothing is written twice', async () => {
    const second = scene.replica();
    scene.startRelay();
    try {
      const endLoad = scene.startLoad(50);
      await scene.untilFurther(patienceMs);
      second.startRelay();
      await scene.untilFurther(patienceMs);
      await scene.stopRelay();
      await scene.untilFurther(patienceMs);
      const appended = await endLoad();
      expect(await scene.audit(patienceMs)).toEqual({ topic, messages: appended, ...nothingWrong });
    } finally {
      await second.stopRelay();
    }
  });

  it('stops where its leadership is lost without its will: what is appended once another leads is written once', async () => {
    const second = scene.replica();
    scene.startRelay();
    try {
      const endLoad = scene.startLoad(50);
      await scene.untilFurther(patienceMs);
      expect(await scene.cutLeadership()).toBe(1);
      second.startRelay();
      // For another to lead, to read what is on the topic, and to write under the load.
      await sleep(3_000);
      const heads = await scene.store.streamSums(await scene.store.lastCursor());
      await sleep(1_000);
      await scene.untilFurther(patienceMs);
      const appended = await endLoad();
      const { repeated, messages, ...others } = await scene.audit(patienceMs);
      // A round that was in flight when the leadership was lost may have come after the other had looked.
      const isLater = ([stream = '', version = '']: string[]) =>
        Number(version) > (heads.get(stream)?.events ?? 0);
      expect(repeated.filter((place) => isLater(place.split('@')))).toEqual([]);
      const { repeated: _none, ...nothingElse } = nothingWrong;
      expect(others).toEqual({ topic, ...nothingElse });
      expect(messages).toBe(appended + repeated.length);
    } finally {
      await second.stopRelay();
    }
  });

  it('has its topic take a message only when two brokers hold it, however the topic was made', async () => {
    const admin = scene.kafka().admin();
    await admin.connect();
    const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
    const name = 'min.insync.replicas';
    const becomes = (value: string) =>
      eventually(async () => {
        const resources = [{ ...resource, configNames: [name] }];
        const { resources: found } = await admin.describeConfigs({ includeSynonyms: false, resources });
        expect(found[0]?.configEntries.map((entry) => entry.configValue)).toEqual([value]);
      }, patience);
    try {
      const configEntries = [{ name, value: '1' }];
      await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
      await becomes('1');
      await ensureTopics(admin, [topic], { partitions: 6, replicationFactor: 3 });
      await becomes('2');
    } finally {
      await admin.disconnect();
    }
  });

  it('refuses a topic that lies on fewer brokers than the service is to have its topics on', async () => {
    const admin = scene.kafka().admin();
    await admin.connect();
    const alone = [topicOf('analyses')];
    try {
      await ensureTopics(admin, alone, { partitions: 6, replicationFactor: 1 });
      await expect(ensureTopics(admin, alone, { partitions: 6, replicationFactor: 3 })).rejects.toThrow(
        /^Topic analyses\.events\.v1 lies on 1 broker\(s\) and KAFKA_REPLICATION is 3: give it the brokers with /,
      );
    } finally {
      await admin.disconnect();
    }
  });

  it('sends big events in parts that the broker takes', async () => {
    const name = 'n'.repeat(60_000);
    for (let round = 0; round < 4; round += 1) await scene.append(round, 5, name);
    scene.startRelay();
    expect(await scene.audit(patienceMs)).toEqual({ topic, messages: 200, ...nothingWrong });
  });

  it('finishes and records what is in flight when it is stopped, and goes on from there', async () => {
    scene.startRelay();
    const endLoad = scene.startLoad(50);
    await scene.untilFurther(patienceMs);
    await scene.stopRelay();
    scene.startRelay();
    await scene.untilFurther(patienceMs);
    const appended = await endLoad();
    expect(await scene.audit(patienceMs)).toEqual({ topic, messages: appended, ...nothingWrong });
  });
});
