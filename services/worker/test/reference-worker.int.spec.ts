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

function makeWorker(gateway: TestGateway, change: Partial<WorkerOptions> = {}): ReferenceWorker {
  const server = `127.0.0.1:${gateway.port}`;
  const options = { ...workerDefaults, server, username: 'alice', password: 'secret', machine: 'attic' };
  return new ReferenceWorker({ ...options, hashMb: 16, ...change }, logger);
}

describe('the reference worker', () => {
  let gateway: TestGateway;
  let worker: ReferenceWorker;
  let run: Promise<void>;
  let firstReady: { slots: number; variants: string[]; maxRung: number };

  beforeAll(async () => {
    gateway = await new TestGateway().start();
    worker = makeWorker(gateway);
    run = worker.run();
    firstReady = (await gateway.next('ready')).ready;
  });

  /** Each test begins with a worker that waits on an open stream. */
  afterEach(async () => {
    const { searches } = worker.snapshot();
    for (const { assignment } of searches) {
      gateway.received.length = 0;
      gateway.send({ $case: 'cancel', cancel: { leaseId: assignment.leaseId, reason: 'lost' } });
      await gateway.next('ready');
    }
    await until(() => worker.snapshot().isConnected, 'an open stream');
    gateway.received.length = 0;
  });

  afterAll(async () => {
    await worker.stop();
    gateway.stop();
    await run;
    expect(enginePids()).toEqual([]);
  });

  it('signs in with its engine, offers its slots and the variants it was seen to play', () => {
    expect(firstReady).toEqual({ slots: 1, variants: ['atomic', 'chess'], maxRung: 0 });
    expect(gateway.registered[0]).toMatchObject({
      username: 'alice',
      machine: 'attic',
      threads: 1,
      clientVersion: '0.1.0',
      engines: [{ name: 'Fairy-Stockfish', variants: ['atomic', 'chess'] }],
    });
  });

  it('searches what it is assigned, beats meanwhile and offers its slot again', async () => {
    gateway.assign('lease-1', { nodes: 100_000 });
    const { progress } = await gateway.next('progress');
    expect(progress).toMatchObject({ leaseId: 'lease-1', token: 'secret-of-lease-1' });
    const { complete } = await gateway.next('complete');
    expect(complete.token).toBe('secret-of-lease-1');
    expect(complete.nodes).toBeGreaterThanOrEqual(100_000);
    expect(complete.lines).toHaveLength(5);
    expect((await gateway.next('ready')).ready.slots).toBe(1);
    gateway.accept('lease-1');
  });

  it('keeps a result until it is acknowledged and sends it again on the next stream', async () => {
    gateway.assign('lease-2');
    const first = await gateway.next('complete');
    gateway.cut();
    const second = await gateway.next('complete');
    expect(second).toEqual(first);
    gateway.accept('lease-2');
    await until(() => worker.snapshot().unanswered === 0, 'the acknowledgement');
    const streams = gateway.streams.length;
    gateway.received.length = 0;
    gateway.cut();
    await until(() => gateway.streams.length === streams + 1, 'another stream');
    await gateway.next('ready');
    expect(gateway.received.filter(({ $case }) => $case === 'complete')).toEqual([]);
  });

  it('goes on with its search when the stream breaks, and shows its token on the next', async () => {
    gateway.assign('lease-3', { nodes: 1e10, beatMs: 60_000 });
    await until(() => worker.snapshot().searches.length === 1, 'the search');
    gateway.cut();
    const { progress } = await gateway.next('progress');
    expect(progress.token).toBe('secret-of-lease-3');
    expect((await gateway.next('ready')).ready.slots).toBe(0);
  });

  it('signs in again when its session is over', async () => {
    const streams = gateway.streams.length;
    gateway.session += 1;
    gateway.cut(status.UNAUTHENTICATED);
    await until(() => gateway.streams.length === streams + 1, 'another stream');
    expect(gateway.registered).toHaveLength(2);
  });

  it('comes back after a drain, with its search running', async () => {
    const streams = gateway.streams.length;
    gateway.assign('lease-4', { nodes: 1e10, beatMs: 60_000 });
    gateway.send({ $case: 'drain', drain: { reconnectAfterMs: 10 } });
    await until(() => gateway.streams.length === streams + 1, 'another stream');
    expect((await gateway.next('progress')).progress.leaseId).toBe('lease-4');
  });

  it('stops a search that is cancelled and offers the slot', async () => {
    gateway.assign('lease-5', { nodes: 1e10 });
    await gateway.next('progress');
    gateway.send({ $case: 'cancel', cancel: { leaseId: 'lease-5', reason: 'lost' } });
    expect((await gateway.next('ready')).ready.slots).toBe(1);
    expect(gateway.received.filter(({ $case }) => $case === 'abort')).toEqual([]);
  });

  it('gives back at once what it has no slot for', async () => {
    gateway.assign('lease-6', { nodes: 1e10 });
    gateway.assign('lease-7');
    const { abort } = await gateway.next('abort');
    expect(abort).toEqual({ leaseId: 'lease-7', token: 'secret-of-lease-7', reason: 'shutdown' });
  });

  it('aborts the lease when its engine crashes, starts the engine again and goes on', async () => {
    gateway.assign('lease-8', { nodes: 1e10 });
    await gateway.next('progress');
    for (const pid of enginePids()) process.kill(pid, 'SIGKILL');
    const { abort } = await gateway.next('abort');
    expect(abort).toEqual({ leaseId: 'lease-8', token: 'secret-of-lease-8', reason: 'crash' });
    expect((await gateway.next('ready')).ready.slots).toBe(1);
    gateway.assign('lease-9');
    expect((await gateway.next('complete')).complete.leaseId).toBe('lease-9');
    gateway.accept('lease-9');
  });
});

describe('the end of a reference worker', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await new TestGateway().start();
  });

  afterEach(() => {
    gateway.stop();
    expect(enginePids()).toEqual([]);
  });

  it('gives its lease back and says goodbye', async () => {
    const worker = makeWorker(gateway);
    const run = worker.run();
    await gateway.next('ready');
    gateway.assign('lease-1', { nodes: 1e10 });
    await gateway.next('progress');
    await worker.stop();
    expect((await gateway.next('abort')).abort.reason).toBe('shutdown');
    await gateway.next('goodbye');
    await run;
  });

  it('comes with the reason when its password is wrong', async () => {
    const run = makeWorker(gateway, { password: 'guess' }).run();
    await expect(run).rejects.toMatchObject({ kind: 'refused', message: 'The password is wrong.' });
  });

  it('leaves out a variant that the engine lists and does not play', async () => {
    const worker = makeWorker(gateway, { engine: join(__dirname, 'engines/silent-chess.cjs') });
    const run = worker.run();
    expect((await gateway.next('ready')).ready.variants).toEqual(['chess']);
    await worker.stop();
    await run;
  });
});
