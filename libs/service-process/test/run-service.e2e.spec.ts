import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AccountsServiceService, RemotePeers } from '@atomicdb/rpc';
import { eventually, freePorts } from '@atomicdb/testing';

interface Running {
  readonly child: ChildProcess;
  readonly said: string[];
  readonly logged: string[];
  /** Exit code, once all that was written has been read. */
  readonly ended: Promise<number | null>;
}

const running: ChildProcess[] = [];

/** The environment is what is given and nothing else. It consumes and emits nothing, so it comes to no broker. */
function runSlowService(env: Record<string, string>): Running {
  const child = spawn(process.execPath, [join(__dirname, 'slow-service.cjs')], { env });
  running.push(child);
  const [said, logged]: [string[], string[]] = [[], []];
  const lines = (chunk: Buffer) => chunk.toString().split('\n').filter(Boolean);
  child.stdout.on('data', (chunk: Buffer) => said.push(...lines(chunk)));
  child.stderr.on('data', (chunk: Buffer) => logged.push(...lines(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, said, logged, ended };
}

describe('a service as a process of its own', () => {
  const open: RemotePeers[] = [];

  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    for (const peers of open.splice(0)) {
      peers.close();
      await peers.stopServing();
    }
  });

  it('does not start in a wrong environment: it names every fault, of its own part too, and exits 1', async () => {
    const { said, logged, ended } = runSlowService({
      HTTP_PORT: 'x',
      GRPC_LISTEN: 'nowhere',
      PEER_QUEUE: 'localhost',
      LOG_LEVEL: 'loud',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere',
      SPEED: 'warp',
    });
    expect(await ended).toBe(1);
    const [first, ...faults] = logged;
    expect(first).toBe('slow cannot start: The configuration has 7 fault(s):');
    expect(faults.map((line) => line.split(':')[0]?.trim()).sort()).toEqual([
      'GRPC_LISTEN',
      'HTTP_PORT',
      'KAFKA_BROKERS',
      'LOG_LEVEL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'PEER_QUEUE',
      'SPEED',
    ]);
    expect(said).toEqual([]);
  });

  it('ends with 1 when a consumer of it has died, for whoever watches over it to start it again', async () => {
    const [http = 0, own = 0] = await freePorts(2);
    const { logged, ended } = runSlowService({
      KAFKA_BROKERS: '127.0.0.1:1',
      HTTP_PORT: String(http),
      GRPC_LISTEN: `127.0.0.1:${own}`,
      PEER_QUEUE: '127.0.0.1:1',
      SPEED: 'stuck',
    });
    expect(await ended).toBe(1);
    const last = JSON.parse(logged.at(-1) ?? '') as object;
    expect(last).toMatchObject({ msg: 'ends, to be started again', faults: ['slow:part:1 has died'] });
  });

  it('drains at SIGTERM in order: the call under way, the modules, which may still call others, the database; exits 0', async () => {
    const [http = 0, own = 0, other = 0] = await freePorts(3);
    const asked: string[] = [];
    const queue = new RemotePeers(`127.0.0.1:${other}`, {});
    queue.serve('queue', AccountsServiceService, {
      getNames: ({ accountIds }: { accountIds: string[] }) => {
        asked.push(...accountIds);
        return Promise.resolve({ accounts: [] });
      },
    } as never);
    await queue.start();
    const caller = new RemotePeers('127.0.0.1:0', { accounts: `127.0.0.1:${own}` });
    open.push(queue, caller);
    const { child, said, logged, ended } = runSlowService({
      KAFKA_BROKERS: '127.0.0.1:1',
      HTTP_PORT: String(http),
      GRPC_LISTEN: `127.0.0.1:${own}`,
      PEER_QUEUE: `127.0.0.1:${other}`,
      SPEED: 'slow',
    });
    const readiness = () => fetch(`http://127.0.0.1:${http}/health/ready`).then(({ status }) => status);
    await eventually(async () => expect(await readiness()).toBe(200), { timeoutMs: 30_000 });
    const underWay = caller.client('accounts', AccountsServiceService).getNames({ accountIds: [] });
    await eventually(() => expect(said).toEqual(['call begins']));
    child.kill('SIGTERM');
    await eventually(async () => expect(await readiness()).toBe(503), { everyMs: 5 });
    // Asked twice, it drains once.
    child.kill('SIGTERM');
    expect(await underWay).toEqual({ accounts: [] });
    expect(await ended).toBe(0);
    expect(said).toEqual(['call begins', 'call ends', 'module drained', 'database closed']);
    expect(asked).toEqual(['draining']);
    const messages = logged.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(['ready', 'draining']);
  });
});
