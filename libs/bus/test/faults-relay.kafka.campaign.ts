import { setTimeout as sleep } from 'node:timers/promises';
import {
  machine,
  runSeed,
  seeded,
  startKafka,
  writeResult,
  type Random,
  type RunningKafka,
} from '@atomicdb/testing';
import type { TopicAudit } from '../src/kafka/audit-topic';
import type { Sending } from '../src/kafka/publisher';
import { topicOf } from '../src/kafka/topics';
import { acrossPartitions } from './relay/across-partitions';
import { nothingWrong, RelayScene } from './relay/relay-scene';

const seed = runSeed('faults-relay');
const random = seeded(seed);
const nodes = [0, 1, 2];
const rounds = 2;
const recoveryMs = 300_000;

interface Row {
  readonly faults: string;
  readonly appended: number;
  readonly audit: TopicAudit;
  /** From the last fault until everything was on the topic and recorded. */
  readonly levelSeconds: number;
}

type Faults = (kafka: RunningKafka, random: Random) => Promise<void>;

/** Each node in turn dies under load and comes back: whoever leads a partition, its leader moves. */
const killEach: Faults = async (kafka, { below }) => {
  for (let round = 0; round < rounds; round += 1) {
    for (const node of nodes) {
      await sleep(2_000 + below(2_000));
      await kafka.kill(node);
      await sleep(1_000 + below(3_000));
      await kafka.restart(node);
    }
  }
  await sleep(3_000);
};

/** Each node in turn is stopped in order and started again, as an upgrade does. */
const rolling: Faults = async (kafka, { below }) => {
  for (const node of nodes) {
    await sleep(2_000 + below(2_000));
    await kafka.restart(node);
  }
  await sleep(3_000);
};

const stopAll: Faults = async (kafka) => {
  await sleep(2_000);
  for (const node of nodes) await kafka.kill(node);
  await sleep(60_000);
  await Promise.all(nodes.map((node) => kafka.restart(node)));
  await sleep(3_000);
};

describe('the relay on three brokers (replication 3, in sync 2)', () => {
  let kafka: RunningKafka;
  const rows: Row[] = [];

  beforeAll(async () => {
    kafka = await startKafka({ nodes: 3 });
  });
  afterAll(async () => {
    await kafka.stop();
    writeResult('faults-relay', page(rows));
  });

  async function play(name: string, faults: Faults, sending?: Sending): Promise<Row> {
    const scene = await RelayScene.open(kafka.brokers, 3, sending);
    scene.startRelay();
    const endLoad = scene.startLoad(5);
    await faults(kafka, random);
    const appended = await endLoad();
    const began = Date.now();
    await scene.untilLevel(recoveryMs);
    const levelSeconds = (Date.now() - began) / 1_000;
    const audit = await scene.audit(recoveryMs);
    rows.push({ faults: name, appended, audit, levelSeconds });
    await scene.close();
    await scene.deleteTopic();
    return rows.at(-1) as Row;
  }

  it.each([
    ['leaders killed and restarted one after the other', killEach],
    ['rolling restart', rolling],
    ['all brokers away for 60 s', stopAll],
  ] as const)('makes the topic the outbox to the message: %s', async (name, faults) => {
    const { appended, audit } = await play(name, faults);
    expect(audit).toEqual({ topic: topicOf('accounts'), messages: appended, ...nothingWrong });
  });

  it('catches a relay that sends one batch over several partitions losing acknowledged messages', async () => {
    let lost = 0;
    for (let attempt = 1; attempt <= 3 && lost === 0; attempt += 1) {
      const { audit } = await play(`mutant, try ${attempt}: leaders killed`, killEach, acrossPartitions);
      lost = audit.missing.length;
    }
    expect(lost).toBeGreaterThan(0);
  });
});

function page(rows: readonly Row[]): string[] {
  return [
    '# Faults of the relay',
    '',
    `Written by \`npm run test:faults -- relay\` on ${machine()}, seed ${seed}: three brokers (replication 3, in sync 2),`,
    'events appended all the while, then the topic compared with the store. The mutant sends one batch over several',
    'partitions and must be caught.',
    '',
    '| faults | events | on the topic | missing | twice | out of order | s until level |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ faults, appended, audit, levelSeconds }) =>
        `| ${faults} | ${appended} | ${audit.messages} | ${audit.missing.length} | ${audit.repeated.length} | ${audit.disordered.length} | ${levelSeconds.toFixed(1)} |`,
    ),
  ];
}
