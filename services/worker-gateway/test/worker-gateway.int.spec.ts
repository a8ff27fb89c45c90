import { gzipSync } from 'node:zlib';
import { status, type StatusObject } from '@grpc/grpc-js';
import { Rejected } from '@atomicdb/decider';
import { ServiceHost } from '@atomicdb/service-process';
import { createLogger } from '@atomicdb/telemetry';
import { WorkerGatewayModule } from '../src';
import { reasonOf, sendFrame } from './raw-calls';
import { healthOf, reflect } from './standard-services';
import { leaseOf, makeStandIns, type StandIns } from './stand-ins';
import { completeOf, type TestStream, TestWorker, until } from './test-worker';

const service = 'atomicdb.worker.v1.WorkerService';

describe('the gRPC door of the workers', () => {
  let others: StandIns;
  let host: ServiceHost;
  let worker: TestWorker;
  let port = 0;

  beforeEach(async () => {
    others = makeStandIns();
    const context = {
      databaseUrl: () => '',
      bus: others.bus,
      peers: others.peers,
      logger: createLogger('worker-gateway', 'fatal'),
    };
    const onListening = (bound: number) => {
      port = bound;
    };
    const gateway = WorkerGatewayModule.register(context, {
      grpcHost: '127.0.0.1',
      grpcPort: 0,
      onListening,
    });
    host = await ServiceHost.start({ context, modules: [gateway], http: { host: '127.0.0.1', port: 0 } });
    worker = new TestWorker(port);
  });

  afterEach(async () => {
    worker.close();
    await host.stop();
  });

  async function assigned(stream: TestStream, leaseId: string) {
    others.leases.push(leaseOf(leaseId));
    stream.ready(1);
    return (await stream.next('assignment')).assignment;
  }

  it('describes itself and says that it serves', async () => {
    expect(await healthOf(port, service)).toBe(1);
    const services = await reflect(port, 'list');
    for (const name of [service, 'grpc.health.v1.Health']) expect(services).toContain(name);
    expect(await reflect(port, { symbol: `${service}.Work` })).toContain('expected_seconds');
  });

  describe('Register', () => {
    it('opens a session for the right password', async () => {
      await expect(worker.register()).resolves.toEqual({ sessionId: 'session-1', token: 'token-1' });
    });

    it.each([
      ['a wrong password', { password: 'x' }, status.UNAUTHENTICATED, 'WRONG_PASSWORD'],
      ['a disabled account', { username: 'mallory' }, status.PERMISSION_DENIED, 'ACCOUNT_DISABLED'],
      [
        'a client that is too old',
        { clientVersion: '0.0.9' },
        status.FAILED_PRECONDITION,
        'UPGRADE_REQUIRED',
      ],
      ['a client without a version', { clientVersion: '' }, status.FAILED_PRECONDITION, 'UPGRADE_REQUIRED'],
    ])('refuses %s with its status and a google.rpc reason', async (_, change, code, reason) => {
      const error = await worker.register(change).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code });
      expect(reasonOf((error as StatusObject).metadata)).toBe(reason);
    });

    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    it.each([
      ['garbage', 'identity', Buffer.from('ffffffff', 'hex'), 'INVALID_ARGUMENT', 'MESSAGE_UNREADABLE'],
      ['257 KiB', 'identity', Buffer.alloc(257 * 1024), 'RESOURCE_EXHAUSTED', 'MESSAGE_TOO_LARGE'],
      ['a bomb', 'gzip', bomb, 'RESOURCE_EXHAUSTED', 'MESSAGE_TOO_LARGE'],
      ['what is no gzip', 'gzip', Buffer.from('no gzip'), 'INVALID_ARGUMENT', 'MESSAGE_UNREADABLE'],
      ['an unknown packing', 'brotli', Buffer.from('x'), 'UNIMPLEMENTED', 'UNIMPLEMENTED'],
    ] as const)('refuses %s as %s with a reason, and goes on', async (_, encoding, bytes, code, reason) => {
      const told = await sendFrame(port, `/${service}/Register`, encoding, bytes);
      expect(told.code).toBe(status[code]);
      expect(reasonOf(told.metadata)).toBe(reason);
      await expect(worker.register()).resolves.toEqual({ sessionId: 'session-1', token: 'token-1' });
    });
  });

  describe('Work', () => {
    it('is closed to a session that the accounts do not know', async () => {
      const end = await worker.work({ token: 'guess' }).end();
      expect(end.code).toBe(status.UNAUTHENTICATED);
    });

    it('assigns what the queue leases, with the canonical FEN and a beat well inside the lease time', async () => {
      const stream = worker.work();
      expect(await assigned(stream, 'lease-1')).toEqual({
        leaseId: 'lease-1',
        token: 'secret-of-lease-1',
        variant: 'atomic',
        fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        nodes: 256_000,
        multipv: 5,
        beatMs: 20_000,
        expectedSeconds: 2,
      });
      expect(others.leaseRequests[0]).toEqual({
        sessionId: 'session-1',
        workerAccountId: 'account-1',
        variants: ['atomic'],
        maxBudgetNodes: 0,
      });
    });

    it('leases no more than the free slots', async () => {
      others.leases.push(leaseOf('lease-1'), leaseOf('lease-2'), leaseOf('lease-3'));
      const stream = worker.work();
      stream.ready(2);
      await until(() => stream.received.length === 2, 'two assignments');
      others.publish(joined);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(others.leases.map(({ leaseId }) => leaseId)).toEqual(['lease-3']);
    });

    it('wakes a waiting worker when a request comes', async () => {
      const stream = worker.work();
      stream.ready(1);
      await until(() => others.leaseRequests.length > 0, 'an empty answer');
      others.leases.push(leaseOf('lease-1'));
      others.publish(joined);
      expect((await stream.next('assignment')).assignment.leaseId).toBe('lease-1');
    });

    it('asks the queue anyway, as a notice may be missed', async () => {
      const stream = worker.work();
      stream.ready(1);
      await until(() => others.leaseRequests.length > 0, 'an empty answer');
      others.leases.push(leaseOf('lease-1'));
      expect((await stream.next('assignment')).assignment.leaseId).toBe('lease-1');
    });

    it('delivers a result under the account of the session, mates in the stored convention', async () => {
      const stream = worker.work();
      await assigned(stream, 'lease-1');
      stream.send({ $case: 'complete', complete: completeOf('lease-1') });
      expect((await stream.next('accepted')).accepted).toEqual({
        leaseId: 'lease-1',
        passId: 'pass-of-lease-1',
        duplicate: false,
      });
      expect(others.delivered).toEqual([
        {
          leaseId: 'lease-1',
          token: 'secret-of-lease-1',
          accountId: 'account-1',
          accountName: 'alice',
          machine: 'laptop',
          pass: {
            searchedNodes: 256_010,
            lines: [
              { rank: 1, move: 'g5f7', cp: 29_999, pv: ['g5f7'], depth: 12, seldepth: 14 },
              { rank: 2, move: 'd2d4', cp: 51, pv: ['d2d4', 'f7f6'], depth: 12, seldepth: 18 },
            ],
            engine: { name: 'Fairy-Stockfish', version: '14', build: 'build-1', net: '' },
            threads: 1,
            hashMb: 64,
            multipv: 5,
            elapsedMs: 1_000,
          },
        },
      ]);
    });

    it('takes a result that is sent again on another stream, and says that it is a duplicate', async () => {
      const first = worker.work();
      first.send({ $case: 'complete', complete: completeOf('lease-1') });
      await first.next('accepted');
      const second = worker.work();
      second.send({ $case: 'complete', complete: completeOf('lease-1') });
      expect((await second.next('accepted')).accepted.duplicate).toBe(true);
    });

    it('tells the reason of a refusal and gives the lease back as a failed attempt', async () => {
      others.refusal = new Rejected('pass-nodes', 'Too few nodes.');
      const stream = worker.work();
      await assigned(stream, 'lease-1');
      stream.send({ $case: 'complete', complete: completeOf('lease-1') });
      const { refused } = await stream.next('refused');
      expect(refused).toEqual({ leaseId: 'lease-1', code: 'pass-nodes', reason: 'Too few nodes.' });
      expect(others.released).toEqual([
        { leaseId: 'lease-1', token: 'secret-of-lease-1', reason: 'refused' },
      ]);
    });

    it('gives nothing back when the lease was over already', async () => {
      others.refusal = new Rejected('stale', 'Another result came first.');
      const stream = worker.work();
      stream.send({ $case: 'complete', complete: completeOf('lease-1') });
      expect((await stream.next('refused')).refused.code).toBe('stale');
      expect(others.released).toEqual([]);
    });

    it('refuses a score in centipawns that would pass for a mate', async () => {
      const lines = [{ rank: 1, cp: 29_990, pv: ['g5f7'], depth: 1, seldepth: 1 }];
      const stream = worker.work();
      stream.send({ $case: 'complete', complete: completeOf('lease-1', { lines }) });
      expect((await stream.next('refused')).refused.code).toBe('pass-score');
      expect(others.delivered).toEqual([]);
    });

    it('renews a lease with each progress and tells when it is lost', async () => {
      const stream = worker.work();
      await assigned(stream, 'lease-1');
      const progress = { leaseId: 'lease-1', token: 'secret-of-lease-1', nodes: 1_000, depth: 9, lines: [] };
      stream.send({ $case: 'progress', progress });
      await until(() => others.beats.length === 1, 'a beat');
      expect(others.beats[0]).toEqual({ leaseId: 'lease-1', token: 'secret-of-lease-1', nodes: 1_000 });
      others.lost.add('lease-1');
      stream.send({ $case: 'progress', progress });
      expect((await stream.next('cancel')).cancel).toEqual({ leaseId: 'lease-1', reason: 'lost' });
    });

    it('stops the search of a lease that is released elsewhere', async () => {
      const stream = worker.work();
      await assigned(stream, 'lease-1');
      others.publish(released('lease-1'));
      expect((await stream.next('cancel')).cancel).toEqual({ leaseId: 'lease-1', reason: 'lost' });
    });

    it('goes on with a lease that a worker brings from a stream before, by its token', async () => {
      const first = worker.work();
      await assigned(first, 'lease-1');
      first.call.cancel();
      await first.end();
      expect(others.released).toEqual([]);
      const second = worker.work();
      const progress = { leaseId: 'lease-1', token: 'secret-of-lease-1', nodes: 5, depth: 1, lines: [] };
      second.send({ $case: 'progress', progress });
      await until(() => others.beats.length === 1, 'a beat');
      others.publish(released('lease-1'));
      expect((await second.next('cancel')).cancel.leaseId).toBe('lease-1');
    });

    it('gives a lease back at once when the worker aborts it', async () => {
      const stream = worker.work();
      const { leaseId, token } = await assigned(stream, 'lease-1');
      stream.send({ $case: 'abort', abort: { leaseId, token, reason: 'shutdown' } });
      await until(() => others.released.length === 1, 'the release');
      expect(others.released[0]).toEqual({ leaseId, token, reason: 'shutdown' });
    });

    it('ends a stream at goodbye', async () => {
      const stream = worker.work();
      stream.send({ $case: 'goodbye', goodbye: {} });
      expect((await stream.end()).code).toBe(status.OK);
    });

    it.each([
      ['garbage', Buffer.from('ffffffffffffffff', 'hex'), status.INVALID_ARGUMENT, 'MESSAGE_UNREADABLE'],
      ['an oversized message', Buffer.alloc(257 * 1024), status.RESOURCE_EXHAUSTED, 'MESSAGE_TOO_LARGE'],
      ['an empty message', Buffer.alloc(0), status.INVALID_ARGUMENT, 'INVALID_ARGUMENT'],
      ['a progress without a lease', Buffer.from('1200', 'hex'), status.INVALID_ARGUMENT, 'INVALID_ARGUMENT'],
    ])('loses the stream that sends %s, with the reason, and no other', async (_, bytes, code, reason) => {
      const good = worker.work();
      await assigned(good, 'lease-1');
      const bad = worker.workRaw();
      const end = new Promise<StatusObject>((resolve) => bad.on('status', resolve));
      bad.on('error', () => undefined).on('data', () => undefined);
      bad.write(bytes);
      const told = await end;
      expect(told.code).toBe(code);
      expect(reasonOf(told.metadata)).toBe(reason);
      good.send({ $case: 'complete', complete: completeOf('lease-1') });
      expect((await good.next('accepted')).accepted.leaseId).toBe('lease-1');
    });

    it('loses a stream that sends too fast', async () => {
      const stream = worker.work();
      for (let sent = 0; sent < 400; sent += 1) stream.ready(0);
      expect((await stream.end()).code).toBe(status.RESOURCE_EXHAUSTED);
    });

    it('tells every worker to come back when it is stopped', async () => {
      const stream = worker.work();
      stream.ready(1);
      await until(() => others.leaseRequests.length > 0, 'the stream');
      const stopped = host.stop();
      const { drain } = await stream.next('drain');
      expect(drain.reconnectAfterMs).toBeLessThanOrEqual(2_000);
      stream.call.end();
      await stopped;
      expect((await stream.end()).code).toBe(status.OK);
    });
  });
});

const joined = {
  type: 'RequestJoined' as const,
  data: {
    requestId: 'request-1',
    position: 'atomic:k',
    budgetNodes: 256_000,
    accountId: 'account-2',
    askedAt: '0',
    seq: '1',
    ord: 1,
    first: true,
  },
};

const released = (leaseId: string) => ({
  type: 'LeaseReleased' as const,
  data: { requestId: 'request-1', position: 'atomic:k', leaseId, reason: 'lost' },
});
