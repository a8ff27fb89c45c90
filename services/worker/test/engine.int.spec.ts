import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { engineCommand } from '../src/adapters/engine/engine-command';
import { EngineFailure } from '../src/adapters/engine/engine-process';
import { UciEngine } from '../src/adapters/engine/uci-engine';
import { Engines, type ProbedEngine } from '../src/application/engines';
import { Search, type SearchEnd } from '../src/application/search';

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const settings = { threads: 1, hashMb: 16 };

function assignment(fen: string, nodes: number, multipv = 5) {
  return {
    leaseId: 'lease-1',
    token: 'token-1',
    variant: 'atomic',
    fen,
    nodes,
    multipv,
    beatMs: 20_000,
    expectedSeconds: 1,
  };
}

function completeOf(end: SearchEnd) {
  if (end.kind !== 'finished') throw new Error(`the search has ${end.kind}`);
  return end.complete;
}

describe('the bundled engine', () => {
  let engines: Engines;
  let probed: ProbedEngine;

  beforeAll(async () => {
    engines = new Engines(engineCommand(), settings);
    probed = await engines.probe();
  });

  afterAll(() => engines.close());

  it('is seen to play atomic and standard chess, and tells what it is', () => {
    expect(probed.variants).toEqual(['atomic', 'chess']);
    expect(probed.name).toBe('Fairy-Stockfish');
    expect(probed.version).toContain('commit');
    expect(probed.build).toMatch(/^fairy-stockfish-nnue\.wasm \d+\.\d+\.\d+$/);
  });

  it('makes a legal pass of five lines from the start position', async () => {
    const search = new Search(assignment(startFen, 20_000), engines, probed);
    const complete = completeOf(await search.run());
    expect(complete.nodes).toBeGreaterThanOrEqual(20_000);
    expect(complete.lines.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(complete.lines.map(({ pv }) => pv[0])).size).toBe(5);
    expect(new Set(complete.lines.map(({ depth }) => depth)).size).toBe(1);
    const scores = complete.lines.map(({ cp }) => cp ?? NaN);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('finds the same again: a search begins with an empty table', async () => {
    const run = async () => completeOf(await new Search(assignment(startFen, 10_000), engines, probed).run());
    const first = await run();
    expect((await run()).lines).toEqual(first.lines);
  });

  it('finds the mate in one that explodes the king', async () => {
    const fen = 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3';
    const complete = completeOf(await new Search(assignment(fen, 5_000), engines, probed).run());
    expect(complete.lines[0]).toMatchObject({ mate: 1, pv: ['g5f7'] });
  });

  it('gives as many lines as there are moves', async () => {
    const fen = '8/8/8/8/8/8/5k2/7K w - - 0 1';
    const complete = completeOf(await new Search(assignment(fen, 1_000), engines, probed).run());
    expect(complete.lines.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });

  it('never sees a position that the rules do not have', async () => {
    const end = await new Search(assignment('8/8/8/8/8/8/8/8 w - - 0 1', 1_000), engines, probed).run();
    expect(end.kind).toBe('crashed');
  });

  it('stops a search that is no longer wanted and goes on with the next', async () => {
    const search = new Search(assignment(startFen, 1e10), engines, probed);
    const end = search.run();
    while (search.report.nodes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    search.cancel();
    expect(await end).toEqual({ kind: 'cancelled' });
    const next = new Search(assignment(startFen, 1_000), engines, probed);
    expect((await next.run()).kind).toBe('finished');
  });

  it('is started again after it was killed in a search', async () => {
    const engine = await engines.take();
    engines.giveBack(engine);
    const search = new Search(assignment(startFen, 1e10), engines, probed);
    const end = search.run();
    while (search.report.nodes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    engine.kill();
    expect(await end).toMatchObject({
      kind: 'crashed',
      reason: expect.stringContaining('SIGKILL') as string,
    });
    const next = new Search(assignment(startFen, 1_000), engines, probed);
    expect((await next.run()).kind).toBe('finished');
  });
});

describe('an engine', () => {
  it('that cannot be started is a failure with its path', async () => {
    const start = UciEngine.start(engineCommand('/no/such/engine'), settings, new AbortController().signal);
    await expect(start).rejects.toThrow(/^engine \/no\/such\/engine cannot be started/);
    await expect(start).rejects.toBeInstanceOf(EngineFailure);
  });

  it('dies with its worker, also when that one is killed in a search', async () => {
    const { file, args } = engineCommand();
    const parent = spawn(process.execPath, ['-e', searchAndPrintPid(file, args)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [bytes] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(bytes.toString());
    parent.kill('SIGKILL');
    const deadline = Date.now() + 20_000;
    while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isAlive(pid)).toBe(false);
  });
});

/** A worker in miniature: starts a long search in a process group of its own and prints the engine's pid once it runs. */
function searchAndPrintPid(file: string, args: readonly string[]): string {
  return `
    const { spawn } = require('node:child_process');
    const engine = spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    engine.stdin.write('uci\\nposition startpos\\ngo infinite\\n');
    engine.stdout.on('data', (text) => { if (String(text).includes(' pv ')) console.log(engine.pid); });
  `;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
