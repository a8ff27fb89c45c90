import { parseArgs } from 'node:util';
import { run } from './checks/run.mjs';
import { prepare } from './prepare.mjs';

const usage = `npm run test:KIND -- [NAME ...] [--seed N]

Runs the long forms of the tests of one kind (model, faults), all or those named, as in
npm run test:faults -- relay. The results are written to docs/results.
  --seed N  the seed that an earlier run has printed`;

function readArguments() {
  const options = { seed: { type: 'string' }, help: { type: 'boolean', default: false } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const [kind, ...names] = positionals;
if (values.help || kind === undefined) {
  console.log(usage);
} else {
  prepare();
  const which = names.length > 0 ? `-(${names.join('|')})` : '(-[a-z-]+)?';
  const pattern = `/${kind}${which}(\\.[a-z]+)*\\.campaign\\.ts$`;
  const env = values.seed === undefined ? {} : { TEST_SEED: values.seed };
  const command = ['jest', '--selectProjects', 'campaign', '--runInBand', '--testPathPatterns', pattern];
  const code = await run(command, { env });
  await run(['prettier', '--write', '--log-level', 'warn', 'docs/results']);
  process.exitCode = code;
}
