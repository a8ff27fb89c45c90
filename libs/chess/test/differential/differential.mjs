import { parseArgs } from 'node:util';
import { writePage } from '../../bench/write-page.mjs';
import { compare } from './compare.mjs';
import { DIFFERENCES } from './differences.mjs';
import { loadEngine } from './engine.mjs';
import { positions } from './positions.mjs';
import { makeRandom } from './random.mjs';
import { page } from './page.mjs';

const usage = `node libs/chess/test/differential/differential.mjs [--standard N] [--xiangqi N] [--seed N] [--write FILE]

Holds the rules against Fairy-Stockfish (npm ffish) on random positions: move sets, check, end of the game,
material, keys, notation and repetitions. Prints JSON; exit code 1 when they disagree without a documented reason.
  --standard N  positions of atomic and of chess, each (12000)
  --xiangqi N   positions of xiangqi (6000)
  --seed N      the same positions again
  --write FILE  also as a page`;

const options = {
  standard: { type: 'string', default: '12000' },
  xiangqi: { type: 'string', default: '6000' },
  seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
  write: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
};

const isExplained = ({ what }, variant) =>
  DIFFERENCES.some((known) => known.what === what && known.variants.includes(variant));

function run(variant, count, engine, random) {
  const outcome = { variant, positions: 0, cycles: 0, perpetuals: 0, explained: {}, unexplained: [] };
  for (const entry of positions(variant, random)) {
    if (outcome.positions >= count) break;
    outcome.positions++;
    const { found, cycles, perpetuals } = compare(entry, engine, random);
    outcome.cycles += cycles;
    outcome.perpetuals += perpetuals;
    for (const one of found) {
      if (!isExplained(one, variant)) outcome.unexplained.push(one);
      else outcome.explained[one.what] = (outcome.explained[one.what] ?? 0) + 1;
    }
  }
  return outcome;
}

async function main() {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const seed = Number(values.seed);
  console.error(`seed ${seed}`);
  const random = makeRandom(seed);
  const engine = await loadEngine();
  const started = performance.now();
  const counts = { atomic: values.standard, chess: values.standard, xiangqi: values.xiangqi };
  const outcomes = Object.entries(counts).map(([variant, count]) =>
    run(variant, Number(count), engine, random),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(JSON.stringify({ seed, seconds, outcomes }));
  if (values.write) await writePage(values.write, page({ seed, seconds, outcomes }));
  process.exitCode = outcomes.some(({ unexplained }) => unexplained.length > 0) ? 1 : 0;
}

await main();
