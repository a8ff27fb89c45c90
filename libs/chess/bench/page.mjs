import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const round = (rate) => Math.round(rate / 100) * 100;
const whole = (rate) => round(rate).toLocaleString('en');

const version = () =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).dependencies.chessops;

const cells = ({ ours, raw }) => `${whole(ours)} | ${whole(raw)} | ${(raw / ours).toFixed(2)}`;

const standardRows = ({ variant, keys, lists, plies }) => [
  `| ${variant} | canonical keys of FENs | ${cells(keys)} |`,
  `| ${variant} | lists of legal moves | ${cells(lists)} |`,
  `| ${variant} | plies walked, with key and notation | ${cells(plies)} |`,
];

const streamRow = ({ variant, name, placements, rate, target }) =>
  `| ${variant} | ${name} | ${placements.toLocaleString('en')} | ${whole(rate)} | ${target.toLocaleString('en')} |`;

/** The result as a page of docs/results. */
export const page = ({ rows, streams }) => `# Rates of libs/chess

Written by \`npm run bench:chess\` on ${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}, one core, in
processor time. Beside each rate that of chessops ${version()} alone on the same positions in the same run; "cost" is
the second divided by the first; a key costs at most 1.5.

| variant | work | ours / s | chessops / s | cost |
| --- | --- | --- | --- | --- |
${rows.flatMap(standardRows).join('\n')}

The \`adjudicate\` command over a file of FENs, a process of its own, by the clock from its start to its end:

| variant | material | placements | placements / s | promised |
| --- | --- | --- | --- | --- |
${streams.map(streamRow).join('\n')}
`;
