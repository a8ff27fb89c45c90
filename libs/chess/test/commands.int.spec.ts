import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const root = join(__dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'chess-commands-'));

const start = (command: string, ...args: readonly string[]) =>
  spawn(process.execPath, ['tools/chess-command.mjs', command, ...args], { cwd: root });

type Child = ReturnType<typeof start>;

const textOf = async (stream: Readable): Promise<string> => {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
};

const exitOf = (child: Child): Promise<number | null> => new Promise((resolve) => child.on('exit', resolve));

/** Everything a process says to one input. */
const run = async (args: readonly [string, ...string[]], input: string | Buffer) => {
  const child = start(...args);
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    exitOf(child),
  ]);
  return { output, errors, code };
};

/** Resolves as soon as the process has said as many lines. */
const firstLines = (child: Child, count: number): Promise<string[]> =>
  new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const lines = text.split('\n').slice(0, -1);
      if (lines.length >= count) resolve(lines);
    });
  });

afterAll(() => rmSync(scratch, { recursive: true }));

const BARE = '8/8/4k3/8/8/3K4/8/8 w - -';

describe('the commands under plain Node', () => {
  it('answer while the pipe stays open, line by line', async () => {
    const child = start('adjudicate', '--game');
    const exit = exitOf(child);
    child.stdin.write('startpos moves g1f3\n');
    expect((await firstLines(child, 2))[1]).toBe('1\t1\tg1f3\tundecided\t-\t*\t-');
    const next = firstLines(child, 3);
    child.stdin.write('startpos moves g1f3 d7d5\n');
    expect((await next)[2]).toBe('2\t2\td7d5\tundecided\t-\t*\t-');
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('survive ten megabytes without a newline, NUL bytes and bad UTF-8, and answer all the rest', async () => {
    const pieces = [
      Buffer.alloc(10_000_000, 'a'),
      `\n${BARE}\n`,
      Buffer.alloc(3),
      '\n',
      Buffer.from([0xff, 10]),
      BARE,
    ];
    const { output, errors, code } = await run(
      ['adjudicate'],
      Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    );
    const verdicts = output
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').slice(1, 3).join(' '));
    expect(verdicts).toEqual([
      expect.stringMatching(/^error input-too-long: /),
      'draw bare-kings',
      expect.stringMatching(/^error FEN_CHARACTERS: /),
      expect.stringMatching(/^error bad-utf8: /),
      'draw bare-kings',
    ]);
    expect([errors, code]).toEqual(['', 1]);
  });

  it('end in silence when nobody reads any more, though the input has no end', async () => {
    const child = start('adjudicate');
    const exit = exitOf(child);
    const errors = textOf(child.stderr);
    child.stdin.on('error', () => undefined);
    const feed = () => {
      while (child.stdin.writable && child.stdin.write(`${BARE}\n`.repeat(2000)));
    };
    child.stdin.on('drain', feed);
    feed();
    await firstLines(child, 10);
    child.stdout.destroy();
    expect([await exit, await errors]).toEqual([0, '']);
  });

  it('hold their memory on an endless line', async () => {
    const child = start('rules', 'key');
    const exit = exitOf(child);
    const output = textOf(child.stdout);
    const chunk = Buffer.alloc(1 << 20, 'x');
    for (let sent = 0; sent < 200; sent++)
      if (!child.stdin.write(chunk)) await new Promise((resolve) => child.stdin.once('drain', resolve));
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    expect(megabytes).toBeLessThan(150);
    child.stdin.end('\n');
    expect([await output, await exit]).toEqual([
      '{"error":{"code":"input-too-long","message":"A line of input has at most 1048576 bytes."}}\n',
      1,
    ]);
  });

  it('read a file, and say in one sentence which they cannot read', async () => {
    const file = join(scratch, 'fens.txt');
    writeFileSync(file, `${BARE}\n`);
    expect(await run(['adjudicate', '--variant', 'chess', file], '')).toEqual({
      output: `${BARE}\tdraw\tbare-kings\n`,
      errors: '',
      code: 0,
    });
    expect(await run(['adjudicate', scratch], '')).toEqual({
      output: '',
      errors: 'The input cannot be read (EISDIR).\n',
      code: 2,
    });
    expect(await run(['adjudicate', BARE], '')).toEqual({
      output: '',
      errors: `There is no file ${BARE}: give one that holds the lines, or pipe them in.\n`,
      code: 2,
    });
  });
});

describe('npm run xiangqi:verify', () => {
  const state = join(scratch, 'verify.json');
  const pair = ['--pair', 'KBC-KA', '--pair', 'K-K', '--state', state] as const;

  it('keeps what is counted when it is interrupted, and goes on from there to the same counts', async () => {
    const first = start('xiangqi-verify', ...pair, '--fresh');
    const [exit, errors] = [exitOf(first), textOf(first.stderr)];
    await firstLines(first, 2);
    await new Promise((resolve) => setTimeout(resolve, 400));
    first.kill('SIGINT');
    expect([await exit, (await errors).split('\n').at(-2)]).toEqual([
      130,
      'Interrupted; the same call goes on from here.',
    ]);
    const kept = JSON.parse(readFileSync(state, 'utf8')) as { pairs: Record<string, { nextSlice: number }> };
    expect(kept.pairs['KBC-KA']?.nextSlice).toBeGreaterThan(0);
    const { output, code } = await run(['xiangqi-verify', ...pair], '');
    expect([code, output.split('\n').slice(1, 4)]).toEqual([
      0,
      [
        'K\tK\tdead\t54\t54\t0\t0\t0\t0\tholds',
        'KBC\tKA\tcheck\t153975\t153849\t0\t0\t126\t0\tholds',
        'every claim holds',
      ],
    ]);
  });

  it.each([
    ['an unknown level', ['--level', 'won']],
    ['an unclaimed pair', ['--pair', 'KAC-K']],
    ['a file of something else', ['--pair', 'K-K', '--state', join(root, 'package.json')]],
  ])('refuses %s with 2', async (_, args) => {
    const { output, errors, code } = await run(['xiangqi-verify', ...args], '');
    expect([output, code]).toEqual(['', 2]);
    expect(errors).toMatch(/^.+\.\n/);
  });
});
