import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '@atomicdb/embedded-postgres';
import { prepareKafka, runFolder, sharedKafka, startKafka } from '../src';
import type { KafkaOptions, RunningKafka } from '../src';
import { apiVersions } from './api-versions';

/** The first run on a machine fetches the broker; a start of Java takes seconds on a busy one. */
jest.setTimeout(240_000);

const running: RunningKafka[] = [];
let dir: string;

async function start(options: KafkaOptions): Promise<RunningKafka> {
  const kafka = await startKafka(options);
  running.push(kafka);
  return kafka;
}

beforeAll(async () => {
  await prepareKafka();
  dir = await mkdtemp(join(runFolder(), 'kafka-spec-'));
});
afterAll(async () => {
  await Promise.all(running.map((kafka) => kafka.stop()));
});

// With three nodes: libs/bus/test/relay-faults kills them, starts them again and stops them all.
describe('startKafka with one node', () => {
  let kafka: RunningKafka;

  beforeAll(async () => {
    kafka = await start({ dir });
  });

  it('comes back on its data and address after a kill', async () => {
    const [before = 0] = await kafka.pids();
    await kafka.kill(0);
    expect(isAlive(before)).toBe(false);
    expect(await kafka.pids()).toEqual([]);
    await kafka.restart(0);
    expect(await apiVersions(kafka.brokers[0] ?? '')).toBe(0);
    expect(await kafka.pids()).not.toEqual([before]);
  });

  it('refuses a folder that another holds, and names a port that is taken', async () => {
    await expect(startKafka({ dir })).rejects.toThrow('is held by this very process');
    const port = portOf(kafka);
    await expect(startKafka({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program`,
    );
    await expect(startKafka({ dir: join(dir, 'other'), nodes: 3, port })).rejects.toThrow('is taken');
  });

  it('stops the broker that a killed process left, and keeps its cluster and address', async () => {
    const [left = 0] = await kafka.pids();
    const identity = await readFile(join(dir, 'node-1/logs/meta.properties'), 'utf8');
    await writeFile(join(dir, 'holder'), 'the lock of a dead process');
    const next = await start({ dir });
    expect(isAlive(left)).toBe(false);
    expect(next.brokers).toEqual(kafka.brokers);
    expect(await readFile(join(dir, 'node-1/logs/meta.properties'), 'utf8')).toBe(identity);
    kafka = next;
  });

  it('is gone when stopped, and finds other ports when its own are taken meanwhile', async () => {
    const [pid = 0] = await kafka.pids();
    await kafka.stop();
    expect(isAlive(pid)).toBe(false);
    await expect(apiVersions(kafka.brokers[0] ?? '')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const stranger = createServer().listen(portOf(kafka), '127.0.0.1');
    const next = await start({ dir }).finally(() => stranger.close());
    expect(portOf(next)).not.toBe(portOf(kafka));
    expect(await apiVersions(next.brokers[0] ?? '')).toBe(0);
    await next.stop();
  });
});

describe('sharedKafka', () => {
  it('is one broker for all callers of the run', async () => {
    const parts = await Promise.all([sharedKafka(), sharedKafka(), sharedKafka()]);
    expect(new Set(parts.map(({ brokers }) => brokers.join(','))).size).toBe(1);
    expect(await apiVersions(parts[0].brokers[0] ?? '')).toBe(0);
  });
});

function portOf({ brokers }: RunningKafka): number {
  return Number(brokers[0]?.split(':')[1]);
}
