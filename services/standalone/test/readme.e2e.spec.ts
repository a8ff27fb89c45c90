import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmScript, root, scripts } from './npm-script';
import { Product } from './product';

const run = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Commands of the README's code blocks; a line that ends in a backslash goes on. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
  return blocks.flatMap((block) =>
    block
      .replace(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter(Boolean),
  );
}

const commands = commandsOf(readme);
const curls = commands.filter((command) => command.startsWith('curl '));
const npms = commands.filter((command) => command.startsWith('npm '));
/** Lines piped into a command that needs no product. */
const pipes = commands.filter((command) => /^echo '.*' \| npm run --silent /.test(command));
/** Commands that work beside the running product. */
const beside = npms.filter((command) => /^npm run (events|rebuild|admin) /.test(command));

describe('the commands of the README', () => {
  let data: string;
  let product: Product;

  beforeAll(async () => {
    data = Product.dataFolder();
    product = await Product.start('embedded', data);
  });

  afterAll(async () => {
    await product.stop();
    Product.remove(data);
  });

  it('are npm scripts of this package and calls of its doors', () => {
    const known = [...curls, ...npms, ...pipes];
    expect(commands.filter((command) => !known.includes(command))).toEqual([]);
    expect(curls.length).toBeGreaterThan(5);
  });

  it.each(curls)('work against the running product: %s', async (command) => {
    const own = command.replaceAll('http://127.0.0.1:8080/atomicdb/', product.address);
    // The stream of events never ends by itself.
    const bounded = own.includes('/api/events') ? own.replace('curl', 'timeout 2 curl') : own;
    const wrapped = `${bounded} -o /dev/null -w '%{http_code}'`;
    const { stdout } = await run('bash', ['-c', `${wrapped} || [ $? = 124 ]`]);
    expect(Number(stdout.slice(-3) || 200)).toBeLessThan(300);
  });

  it.each(pipes)('answer what is piped into them: %s', async (command) => {
    const { stdout, stderr } = await run('bash', ['-o', 'pipefail', '-c', command], { cwd: root });
    expect(stdout).toMatch(/^.+\n$/);
    expect(`${stdout}${stderr}`).not.toMatch(/error/i);
  });

  it.each(npms)('name a script that is there and explains itself: %s', async (command) => {
    const script = /^npm (?:run )?([\w:]+)/.exec(command)?.[1] ?? '';
    expect(Object.keys(scripts)).toContain(script);
    if (!['start', 'worker'].includes(script)) return;
    const { stdout } = await run(process.execPath, [...npmScript(script), '--help'], { cwd: root });
    for (const option of command.match(/--[a-z-]+(?=[ =])/g) ?? []) expect(stdout).toContain(option);
  });

  it.each(beside)('work beside the running product: %s', async (command) => {
    const [, script = '', args = ''] = /^npm run (\w+) -- (.*)$/.exec(command) ?? [];
    const own = args.replace('backup.ndjson', join(data, 'backup.ndjson'));
    const whole = `${scripts[script]} ${own} --data ${data}`;
    // Following new events ends when nobody reads any more.
    const bounded = own.startsWith('tail') ? `${whole} | head -n 1` : whole;
    const { stdout, stderr } = await run('bash', ['-c', bounded], { cwd: root });
    expect(stdout + stderr).not.toMatch(/Error|undefined/);
    expect(`${stdout}${stderr}`.trim()).not.toBe('');
  });

  it('connect a worker of one’s own, as the README says', async () => {
    const file = join(data, 'ada-password');
    writeFileSync(file, 'correct-horse-battery\n', { mode: 0o600 });
    const args = ['--server', product.workerDoor, '--username', 'ada', '--password-file', file];
    const worker = execFile(process.execPath, [...npmScript('worker'), ...args], { cwd: root });
    const log: string[] = [];
    const ready = new Promise<void>((resolve) => {
      worker.stderr?.on('data', (chunk: Buffer | string) => {
        log.push(String(chunk));
        if (log.join('').includes('the engine is ready')) resolve();
      });
    });
    await ready;
    const ended = new Promise<number | null>((resolve) => worker.once('exit', (code) => resolve(code)));
    worker.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
