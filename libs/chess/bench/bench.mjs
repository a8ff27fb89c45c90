import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parsePosition, START_FEN, walkLine } from '../dist/index.js';
import { rate, rates } from './measure.mjs';
import { page } from './page.mjs';
import * as raw from './raw.mjs';
import { deadPlacements, placements, randomGames } from './samples.mjs';
import { writePage } from './write-page.mjs';

const usage = `node libs/chess/bench/bench.mjs [--positions N] [--placements N] [--write FILE]

Keys, lists of legal moves and walked plies a second on one core, beside chessops alone on the same positions in
the same run, best of several runs and in processor time, so that other work on the machine counts less; and the
rates of the adjudicate command over a file, by the clock from its start to its end. Prints JSON.
  --positions N   positions of atomic and of chess, each (2000)
  --placements N  placements in each adjudicated file (1000000)
  --write FILE    also as a page`;

const SEED = 20;

const DEAD = [
  ['KAB', 'KC'],
  ['KBB', 'KC'],
  ['KAABB', 'KAB'],
  ['KC', 'KC'],
];
const ONE_LOOK = [
  ['KC', 'KAA'],
  ['KBC', 'KA'],
  ['KBC', 'KBC'],
  ['KBBC', 'KBBC'],
];

/** Men beside the two kings. */
const DEAD_CHESS = ['', 'N', 'n', 'B', 'b', 'BB', 'Bb', 'BBb'];
const DEAD_ATOMIC = ['', 'N', 'b', 'R', 'r', 'NN', 'nn', 'Bb'];

/** Adds up what work gives, so that no work can be left out as useless. */
const sum = (list, work) => {
  let total = 0;
  for (const item of list) total += work(item);
  return total;
};

async function standard(variant, size) {
  const { games, fens } = randomGames(variant, size, SEED);
  const start = parsePosition(variant, START_FEN[variant]).value;
  const ours = fens.map((fen) => parsePosition(variant, fen).value);
  const theirs = fens.map((fen) => raw.parse(variant, fen));
  return {
    variant,
    keys: await rates(
      fens.length,
      () => sum(fens, (fen) => parsePosition(variant, fen).value.key.length),
      () => sum(fens, (fen) => raw.key(variant, fen).length),
    ),
    lists: await rates(
      fens.length,
      () => sum(ours, ({ state }) => state.moves().length),
      () => sum(theirs, (position) => raw.moveList(position).length),
    ),
    plies: await rates(
      games.flat().length,
      () => sum(games, (moves) => walkLine(start, moves).value.plies.length),
      () => sum(games, (moves) => raw.walk(variant, moves).length),
    ),
  };
}

const command = fileURLToPath(new URL('../dist/bin/adjudicate.js', import.meta.url));

/** The whole command as a process of its own: start, read the file, cut lines, parse, judge, print. */
function stream({ variant, name, fens, target }, size, folder) {
  const file = join(folder, `${variant}-${name}.txt`);
  const lines = Array.from({ length: size }, (_, index) => fens[index % fens.length]);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const args = [command, '--variant', variant, file];
  const work = () => execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return { variant, name, placements: size, target, rate: rate(size, work) };
}

/** Distinct placements of each material a verdict is given for, with the rate that is promised. */
const materials = (count) => [
  { variant: 'xiangqi', name: 'dead', fens: placements(DEAD, count, SEED), target: 100_000 },
  { variant: 'xiangqi', name: 'one look', fens: placements(ONE_LOOK, count, SEED), target: 20_000 },
  { variant: 'chess', name: 'dead', fens: deadPlacements('chess', DEAD_CHESS, count, SEED), target: 100_000 },
  {
    variant: 'atomic',
    name: 'dead',
    fens: deadPlacements('atomic', DEAD_ATOMIC, count, SEED),
    target: 100_000,
  },
];

async function main() {
  const text = (byDefault) => ({ type: 'string', default: byDefault });
  const { values } = parseArgs({
    options: {
      positions: text('2000'),
      placements: text('1000000'),
      write: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const folder = mkdtempSync(join(tmpdir(), 'bench-chess-'));
  try {
    const rows = [];
    for (const variant of ['atomic', 'chess']) rows.push(await standard(variant, Number(values.positions)));
    const size = Number(values.placements);
    const streams = [];
    for (const material of materials(Math.min(size, 50_000))) streams.push(stream(material, size, folder));
    console.log(JSON.stringify({ rows, streams }));
    if (values.write) await writePage(values.write, page({ rows, streams }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
