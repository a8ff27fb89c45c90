import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { createLogger } from '@atomicdb/telemetry';
import { ReferenceWorker, workerDefaults, type WorkerOptions } from '../src';
import { TestGateway, until } from './test-gateway';

const logger = createLogger('worker', 'fatal');

/** Process ids of the engines that this process has started. */
function enginePids(): number[] {
  const text = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
  const lines = text.split('\n').filter((line) => line.includes('fairy-stockfish'));
  return lines.map((line) => Number.parseInt(line, 10));
}

describe('the reference worker', () => {
  let gateway: TestGateway;
  let worker: ReferenceWorker;
  let run: Promise<void>;

  function start(change: Partial<WorkerOptions> = {}): void {
    const server = `127.0.0.1:${gateway.port}`;
    const options = {
      ...workerDefaults,
      server,
      username: 'alice',
      password: 'secret',
      machine: 'attic',
      hashMb: 16,
    };
    worker = new ReferenceWorker({ ...options, ...change }, logger);
    run = worker.run();
    run.catch(() => undefined);
  }

  beforeEach(async () => {
    gateway = await new TestGateway().start();
  });

  afterEach(async () => {
    await worker.stop();
    gateway.stop();
    await run.catch(() => undefined);
    expect(enginePids()).toEqual([]);
  });

  it('signs in with its engine, offers its slots and the variants it was seen to play', async () => {
    start();
    const { ready } = await gateway.next('ready');
    expect(ready).toEqual({ slots: 1, variants: ['atomic', 'chess'], maxRung: 0 });
    expect(gateway.registered[0]).toMatchObject({
      username: 'alice',
      machine: 'attic',
      threads: 1,
      clientVersion: '0.1.0',
      engines: [{ name: 'Fairy-Stockfish', variants: ['atomic', 'chess'] }],
    });
  });

  it('searches what it is assigned, beats meanwhile and offers its slot again', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 200_000 });
    const { progress } = await gateway.next('progress');
    expect(progress).toMatchObject({ leaseId: 'lease-1', token: 'secret-of-lease-1' });
    const { complete } = await gateway.next('complete');
    expect(complete.token).toBe('secret-of-lease-1');
    expect(complete.nodes).toBeGreaterThanOrEqual(200_000);
    expect(complete.lines).toHaveLength(5);
    expect((await gateway.next('ready')).ready.slots).toBe(1);
  });

  it('keeps a result until it is acknowledged and sends it again on the next stream', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1');
    const first = await gateway.next('complete');
    gateway.cut();
    const second = await gateway.next('complete');
    expect(second).toEqual(first);
    gateway.send({ $case: 'accepted', accepted: { leaseId: 'lease-1', passId: 'pass-1', duplicate: true } });
    await until(() => worker.snapshot().unanswered === 0, 'the acknowledgement');
    gateway.cut();
    await until(() => gateway.streams.length === 3, 'the third stream');
    await gateway.next('ready');
    expect(gateway.received.filter(({ $case }) => $case === 'complete')).toEqual([]);
  });

  it('goes on with its search when the stream breaks, and shows its token on the next', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10, beatMs: 60_000 });
    await until(() => worker.snapshot().searches.length === 1, 'the search');
    gateway.cut();
    const { progress } = await gateway.next('progress');
    expect(progress.token).toBe('secret-of-lease-1');
    expect((await gateway.next('ready')).ready.slots).toBe(0);
  });

  it('signs in again when its session is over', async () => {
    start();
    await gateway.next('ready');
    gateway.session = 2;
    gateway.cut(status.UNAUTHENTICATED);
    await until(() => gateway.streams.length === 2, 'the second stream');
    expect(gateway.registered).toHaveLength(2);
  });

  it('comes back after a drain, with its search running', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10, beatMs: 60_000 });
    gateway.send({ $case: 'drain', drain: { reconnectAfterMs: 10 } });
    await until(() => gateway.streams.length === 2, 'the second stream');
    expect((await gateway.next('progress')).progress.leaseId).toBe('lease-1');
  });

  it('stops a search that is cancelled and offers the slot', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10 });
    await gateway.next('progress');
    gateway.send({ $case: 'cancel', cancel: { leaseId: 'lease-1', reason: 'lost' } });
    expect((await gateway.next('ready')).ready.slots).toBe(1);
    expect(gateway.received.filter(({ $case }) => $case === 'abort')).toEqual([]);
  });

  it('aborts the lease when its engine crashes, starts the engine again and goes on', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10 });
    await gateway.next('progress');
    for (const pid of enginePids()) process.kill(pid, 'SIGKILL');
    const { abort } = await gateway.next('abort');
    expect(abort).toEqual({ leaseId: 'lease-1', token: 'secret-of-lease-1', reason: 'crash' });
    expect((await gateway.next('ready')).ready.slots).toBe(1);
    gateway.assign('lease-2');
    expect((await gateway.next('complete')).complete.leaseId).toBe('lease-2');
  });

  it('gives back at once what it has no slot for', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10 });
    gateway.assign('lease-2');
    const { abort } = await gateway.next('abort');
    expect(abort).toEqual({ leaseId: 'lease-2', token: 'secret-of-lease-2', reason: 'shutdown' });
  });

  it('gives its lease back and says goodbye when it is stopped', async () => {
    start();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10 });
    await gateway.next('progress');
    await worker.stop();
    expect((await gateway.next('abort')).abort.reason).toBe('shutdown');
    await gateway.next('goodbye');
    await run;
  });

  it('ends with the reason when its password is wrong', async () => {
    start({ password: 'guess' });
    await expect(run).rejects.toMatchObject({ kind: 'refused', message: 'The password is wrong.' });
  });

  it('does not offer a variant that the engine lists and does not play', async () => {
    start({ engine: join(__dirname, 'engines/silent-chess.cjs') });
    expect((await gateway.next('ready')).ready.variants).toEqual(['chess']);
  });
});
