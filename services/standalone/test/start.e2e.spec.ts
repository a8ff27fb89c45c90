import { execFile } from 'node:child_process';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { Doors, startFen } from './doors';
import { root } from './npm-script';
import { commands, Product, type Form } from './product';

interface Ended {
  readonly code: number | null;
  readonly said: string[];
}

/** Runs the built product until it ends by itself. */
function end(
  args: string[],
  environment: Record<string, string> = {},
  form: Form = 'embedded',
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...environment } };
    const child = execFile(
      process.execPath,
      [...commands[form], ...args],
      options,
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, said: `${stdout}${stderr}`.split('\n').filter(Boolean) }),
    );
  });
}

describe('the start', () => {
  let data: string;
  let taken: Server;
  let port: string;

  beforeAll(async () => {
    data = Product.dataFolder();
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    port = String((taken.address() as AddressInfo).port);
  });

  afterAll(async () => {
    await new Promise((resolve) => taken.close(resolve));
    Product.remove(data);
  });

  it.each<[string, Form, (is: string) => string[]]>([
    ['of the website', 'embedded', (is) => ['--port', is, '--grpc-port', '0']],
    ['of the workers', 'embedded', (is) => ['--port', '0', '--grpc-port', is]],
    ['of the website of a cluster', 'kafka', (is) => ['--port', is, '--grpc-port', '0']],
    ['of the workers of a cluster', 'kafka', (is) => ['--port', '0', '--grpc-port', is]],
  ])('says which port %s is taken, in one sentence, and ends', async (_name, form, ports) => {
    const { code, said } = await end([...ports(port), '--data', data, '--no-worker'], {}, form);
    expect(said.at(-1)).toBe(`Port ${port} is taken: give another one with --port or --grpc-port.`);
    expect(code).toBe(1);
    expect(said.filter((line) => /^\s+at /.test(line))).toEqual([]);
  });

  it('names a wrong variable of the environment, and starts nothing', async () => {
    const { code, said } = await end(['--data', data], { OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' });
    expect(code).toBe(1);
    expect(said).toEqual([
      'The configuration has 1 fault(s):',
      '  OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL, as in http://127.0.0.1:4318',
    ]);
  });

  it('says of a data folder it cannot make what to give instead', async () => {
    const file = join(data, 'a-file');
    writeFileSync(file, '');
    const { code, said } = await end(['--port', '0', '--grpc-port', '0', '--data', join(file, 'data')]);
    expect(code).toBe(1);
    expect(said.at(-1)).toMatch(/ cannot be written \(ENOTDIR\): give a folder that can with --data\.$/);
  });

  it('ends where a service of a cluster ends before it is ready, and names it and its log', async () => {
    const args = ['--port', '0', '--grpc-port', '0', '--data', data, '--kafka', '127.0.0.1:1'];
    const { code, said } = await end(args, { LOG_LEVEL: 'loud' }, 'kafka');
    expect(code).toBe(1);
    const [, name = '', log = ''] =
      /^(\S+) ended \(1\) before it was ready: its log is (\S+)\.$/.exec(said[0] ?? '') ?? [];
    expect(log).toBe(join(data, `logs/${name}.log`));
    expect(readFileSync(log, 'utf8')).toContain('LOG_LEVEL: ');
    expect(said).toHaveLength(1);
  });

  it('refuses data that another process holds, and says who holds it', async () => {
    const product = await Product.start('embedded', data, ['--no-worker']);
    const { code, said } = await end(['--port', '0', '--grpc-port', '0', '--data', data]);
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringContaining(`is held by process ${product.pid} `) as string]);
    expect(await product.stop()).toBe(0);
  });

  it('misses the password file of a database that is older than the data folder, and goes on once it is back', async () => {
    const file = join(data, 'operator-password');
    const first = await Product.start('embedded', data, ['--no-worker']);
    expect(await first.stop()).toBe(0);
    expect([file, join(data, 'local-worker-password')].map((one) => statSync(one).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
    renameSync(file, join(data, 'kept'));
    const { code, said } = await end(['--port', '0', '--grpc-port', '0', '--data', data]);
    expect(code).toBe(1);
    expect(said).toEqual([
      `The database was started before, and ${file} does not hold the passwords of its accounts: ` +
        'put the files of that start there, or start on an empty database.',
    ]);
    renameSync(join(data, 'kept'), file);
    const again = await Product.start('embedded', data, ['--no-worker']);
    expect(await again.stop()).toBe(0);
  });

  it('ends with a sentence when its PostgreSQL is killed, and goes on at the next start', async () => {
    const first = await Product.start('embedded', data, ['--no-worker']);
    const asked = await new Doors(first).ask(startFen);
    const [pid] = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    expect(await first.untilEnd()).toBe(1);
    const second = await Product.start('embedded', data, ['--no-worker']);
    const { body } = await new Doors(second).query(startFen);
    expect(body.requests.map((request) => request.task_id)).toEqual([asked.body.task_id]);
    expect(await second.stop()).toBe(0);
  });
});
