import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { findPostgres, isAlive, signal, waitForExit, withClient } from '../src';
import { Scene, killAndWait } from './scene';

const scene = new Scene();
/** One cluster serves the tests that do not ask how it is made. */
let dataDir: string;

beforeAll(async () => {
  dataDir = await scene.folder();
});
afterEach(() => scene.stopAll());
afterAll(() => scene.clear());

async function read(url: string, query: string): Promise<unknown> {
  return withClient(url, async (client) => (await client.query(query)).rows[0] as unknown);
}

describe('startPostgres', () => {
  it('makes a UTF-8 cluster on the loopback address, and keeps data, port and password over a stop', async () => {
    const own = join(await scene.folder(), 'made/here');
    const first = await scene.start({ dataDir: own, settings: { work_mem: '5MB' } });
    await withClient(first.superuserUrl, (client) =>
      client.query(`create table kept as select 'ü' as letter`),
    );
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await scene.start({ dataDir: own, settings: { work_mem: '5MB' } });
    expect(second.superuserUrl).toBe(first.superuserUrl);
    expect(second.adopted).toBe(false);
    expect(await read(second.superuserUrl, 'select letter from kept')).toEqual({ letter: 'ü' });
    const settings = `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as host,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('max_connections') as connections,
      current_setting('track_commit_timestamp') as stamps, current_setting('synchronous_commit') as commits,
      current_setting('work_mem') as memory, current_setting('server_version_num')::int / 10000 as version,
      (select datcollate from pg_database where datname = 'postgres') as collation`;
    expect(await read(second.superuserUrl, settings)).toEqual({
      encoding: 'UTF8',
      host: '127.0.0.1',
      idle: '30s',
      connections: '200',
      stamps: 'off',
      commits: 'on',
      memory: '5MB',
      version: 18,
      collation: 'C.UTF-8',
    });
  });

  it('lets nobody in without the password, which only its owner can read', async () => {
    const { superuserUrl } = await scene.start({ dataDir });
    const wrong = new URL(superuserUrl);
    wrong.password = 'guess';
    await expect(read(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('adopts the server that a killed process left, with what was committed', async () => {
    const { child, report } = await scene.parent(dataDir);
    const found = await findPostgres(dataDir);
    await withClient(found?.superuserUrl ?? '', (client) =>
      client.query('create table acknowledged as select 1 as n'),
    );
    await killAndWait(child);
    expect(isAlive(report.pid)).toBe(true);

    const next = await scene.start({ dataDir });
    expect(next).toMatchObject({ adopted: true, pid: report.pid, port: report.port });
    expect(await read(next.superuserUrl, 'select n from acknowledged')).toEqual({ n: 1 });
    await next.stop();
    expect(isAlive(report.pid)).toBe(false);
    expect(await findPostgres(dataDir)).toBeUndefined();
  });

  it('restarts a server that was left with other settings', async () => {
    const { child, report } = await scene.parent(dataDir);
    await killAndWait(child);
    const next = await scene.start({ dataDir, settings: { max_connections: '30' } });
    expect(next.adopted).toBe(false);
    expect(isAlive(report.pid)).toBe(false);
    expect(await read(next.superuserUrl, 'show max_connections')).toEqual({ max_connections: '30' });
  });

  it('starts again after process and server were both killed with SIGKILL', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { child, report } = await scene.parent(dataDir);
      expect(report).toMatchObject({ adopted: false });
      signal(report.pid, 'SIGKILL');
      await killAndWait(child);
    }
    const last = await scene.start({ dataDir });
    expect(await read(last.superuserUrl, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('does not wait for the long query that a killed server left running', async () => {
    const { superuserUrl, pid, port } = await scene.start({ dataDir });
    const query = withClient(superuserUrl, (client) =>
      client.query('select count(*) from generate_series(1, 400000000)'),
    ).catch(() => 'lost');
    await eventuallyRuns(superuserUrl);
    signal(pid, 'SIGKILL');
    await waitForExit(pid, 5_000);
    await rm(join(dataDir, 'holder'));
    const next = await scene.start({ dataDir });
    expect(next).toMatchObject({ adopted: false, port });
    expect(await query).toBe('lost');
  });

  it('does not take a stranger with the recorded process id for its server', async () => {
    const { stop, port } = await scene.start({ dataDir });
    await stop();
    const pidFile = [process.pid, join(dataDir, 'data'), 1, port, '', '127.0.0.1', '', 'ready'].join('\n');
    await writeFile(join(dataDir, 'data/postmaster.pid'), pidFile);
    const next = await scene.start({ dataDir });
    expect(next).toMatchObject({ adopted: false, port });
  });

  it('refuses a second holder of the same data and says who holds it', async () => {
    const { child } = await scene.parent(dataDir);
    await expect(scene.start({ dataDir })).rejects.toThrow(`is held by process ${child.pid} (`);
    await killAndWait(child);
    await scene.start({ dataDir });
    const { report } = await scene.parent(dataDir);
    expect(report.error).toContain(`is held by process ${process.pid} (`);
  });

  it('names the port when another program has it, and starts once another is given', async () => {
    const stranger = createServer();
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const { port } = stranger.address() as AddressInfo;
    await expect(scene.start({ dataDir, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
    const free = await scene.start({ dataDir });
    await free.stop();

    // The recorded port is a preference: when it is taken, the next start finds another.
    await writeFile(join(dataDir, 'port'), String(port));
    expect((await scene.start({ dataDir })).port).not.toBe(port);
    await new Promise((done) => stranger.close(done));
  });

  it('stops at once, in mid-transaction of a client', async () => {
    const { superuserUrl, stop, pid } = await scene.start({ dataDir });
    await withClient(superuserUrl, async (client) => {
      await client.query('begin');
      await stop();
    });
    expect(await waitForExit(pid, 0)).toBe(true);
  });

  it('begins anew after a start that was killed while it made the cluster', async () => {
    const own = await scene.folder();
    await mkdir(join(own, 'data.new-1/base'), { recursive: true });
    const { superuserUrl } = await scene.start({ dataDir: own });
    expect(await read(superuserUrl, 'select 1 as one')).toEqual({ one: 1 });
    await expect(stat(join(own, 'data.new-1'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses data of another major version', async () => {
    const own = await scene.folder();
    await mkdir(join(own, 'data'));
    await writeFile(join(own, 'data/PG_VERSION'), '17\n');
    await expect(scene.start({ dataDir: own })).rejects.toThrow('is of PostgreSQL 17; this one reads 18');
    await expect(readFile(join(own, 'holder'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

async function eventuallyRuns(url: string): Promise<void> {
  const count = `select count(*)::int as n from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`;
  for (let n = 0; n === 0;) ({ n } = (await read(url, count)) as { n: number });
}
