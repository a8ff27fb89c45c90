import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '@atomicdb/embedded-postgres';
import { runFolder, sharedKafka, startKafka } from '../src';
import type { KafkaOptions, RunningKafka } from '../src';
import { apiVersions } from './api-versions';

const running: RunningKafka[] = [];
const folders: string[] = [];

async function start(options: KafkaOptions = {}): Promise<RunningKafka> {
  const kafka = await startKafka(options);
  running.push(kafka);
  return kafka;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(runFolder(), 'kafka-spec-'));
  folders.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((kafka) => kafka.stop()));
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true, force: true })));
});

describe('startKafka', () => {
  it('keeps cluster and address over a stop, and is gone when stopped', async () => {
    const dir = await folder();
    const first = await start({ dir });
    expect(await apiVersions(first.brokers[0] ?? '')).toBe(0);
    const [pid = 0] = await first.pids();
    const identity = await readFile(join(dir, 'node-1/logs/meta.properties'), 'utf8');
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    await expect(apiVersions(first.brokers[0] ?? '')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const second = await start({ dir });
    expect(second.brokers).toEqual(first.brokers);
    expect(await readFile(join(dir, 'node-1/logs/meta.properties'), 'utf8')).toBe(identity);
  });

  it('comes back on its data after a kill', async () => {
    const kafka = await start();
    const [before = 0] = await kafka.pids();
    await kafka.kill(0);
    expect(await kafka.pids()).toEqual([]);
    await kafka.restart(0);
    expect(await apiVersions(kafka.brokers[0] ?? '')).toBe(0);
    expect(await kafka.pids()).not.toEqual([before]);
  });

  it('forms one cluster of three nodes and serves while one is down', async () => {
    const kafka = await start({ nodes: 3 });
    expect(await Promise.all(kafka.brokers.map(apiVersions))).toEqual([0, 0, 0]);
    await kafka.kill(1);
    expect(await kafka.pids()).toHaveLength(2);
    await kafka.restart(1);
    expect(await Promise.all(kafka.brokers.map(apiVersions))).toEqual([0, 0, 0]);
    const pids = await kafka.pids();
    const began = Date.now();
    await kafka.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    // 7 s of grace, then SIGKILL; one after the other the last would take minutes.
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('refuses a folder that another has, names a taken port, and leaves no temporary folder', async () => {
    const dir = await folder();
    const kafka = await start({ dir });
    await expect(start({ dir })).rejects.toThrow('is held by this very process');
    await expect(startKafka({ dir: await folder(), port: portOf(kafka) })).rejects.toThrow(
      `A port from ${portOf(kafka)} on 127.0.0.1 is taken`,
    );
    await kafka.stop();
    expect(existsSync(join(dir, 'holder'))).toBe(false);
  });

  it('finds other ports when those of the last start are taken', async () => {
    const dir = await folder();
    const first = await start({ dir });
    await first.stop();
    const stranger = createServer();
    await new Promise<void>((done) => stranger.listen(portOf(first), '127.0.0.1', done));
    const second = await start({ dir });
    expect(portOf(second)).not.toBe((stranger.address() as AddressInfo).port);
    expect(await apiVersions(second.brokers[0] ?? '')).toBe(0);
    await new Promise((done) => stranger.close(done));
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
