import { readFileSync } from 'node:fs';
import { DIFFERENCES } from './differences.mjs';

const version = () =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).devDependencies.ffish;

const row = ({ variant, positions, cycles, perpetuals, explained, unexplained }) => {
  const known = Object.values(explained).reduce((sum, count) => sum + count, 0);
  return `| ${variant} | ${positions} | ${cycles} | ${perpetuals} | ${known} | ${unexplained.length} |`;
};

const known = ({ what, variants, reason }, outcomes) => {
  const seen = outcomes.map(({ variant, explained }) => `${variant} ${explained[what] ?? 0}`);
  const own = seen.filter((text) => variants.some((variant) => text.startsWith(variant)));
  return `- **${what}** (${own.join(', ')}). ${reason}`;
};

/** The result as a page of docs/results. */
export const page = ({ seed, seconds, outcomes }) => `# Rules held against Fairy-Stockfish

Written by \`npm run test:differential\` with npm ffish ${version()}, seed ${seed}, Node ${process.versions.node}, in ${seconds} s.
Positions come from random games and random placements of few men. For each: the set of legal moves, check, the
end of the game, dead material and the key after the move; for one in eight the notation of all moves; for one in
four a cycle of moves played twice, and how the third occurrence is judged.

| variant | positions | cycles | of these perpetual check | documented differences | other differences |
| --- | --- | --- | --- | --- | --- |
${outcomes.map(row).join('\n')}

## Documented differences

${DIFFERENCES.map((one) => known(one, outcomes)).join('\n')}
`;
