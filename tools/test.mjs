import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markBuilt } from './build-once.mjs';
import { findChromium, missing } from './checks/preconditions.mjs';
import { collect, run, runStep, summary } from './checks/run.mjs';
import { installed, nodeFault, root } from './prepare.mjs';

const usage = `npm test -- [--no-kafka] [--no-browser]

Installs what the lock names, builds, checks, and runs every test: unit, integration, end to end.
  --no-kafka    leave out the tests that start a Kafka broker (they need Java and Maven)
  --no-browser  leave out the tests that drive Chromium`;

const list = new Intl.ListFormat('en');

function readOptions() {
  const flag = { type: 'boolean', default: false };
  const options = { 'no-kafka': flag, 'no-browser': flag, help: flag };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const succeeds = async (command, env) => (await run(command, { env })) === 0;

/** One kind of test in a Jest run of its own; its totals come back through a file. */
function suite(kind, name, { env, folder, workers }) {
  const file = join(folder, `${kind}.json`);
  const command = ['jest', '--selectProjects', kind, `--maxWorkers=${workers}`];
  const totals = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  const all = { ...env, TEST_TOTALS_FILE: file };
  const passes = async () => (await succeeds(command, all)) && totals()?.failed === 0;
  const begin = () => collect(command, { env: all });
  return { totals, begin, step: { name, run: passes } };
}

/** The suite was begun before: waits for its end and says what it said. */
const endOf = ({ totals, step }, begun) => ({
  name: step.name,
  run: async () => {
    const { passed, said } = await begun;
    process.stdout.write(said);
    return passed && totals()?.failed === 0;
  },
});

function suites(without, folder) {
  const env = { TESTS_WITHOUT: without.join(','), CHROMIUM_PATH: findChromium(process.env) ?? '' };
  const transports = without.includes('kafka') ? 'embedded' : 'embedded and Kafka';
  return [
    suite('unit', 'unit tests', { env, folder, workers: 1 }),
    suite('int', 'integration tests', { env, folder, workers: 3 }),
    suite('e2e', `end-to-end tests over ${transports}`, { env, folder, workers: 2 }),
  ];
}

const partNames = { kafka: 'Kafka', browser: 'a browser' };

/** The closing line of the whole run; only a run of every step has one. */
function closing(kinds, without) {
  const silent = kinds.filter(({ totals }) => !totals()).map(({ step }) => step.name);
  if (silent.length > 0) return `stopped: ${list.format(silent)} did not come to an end`;
  const sum = (what) => kinds.reduce((all, { totals }) => all + totals()[what], 0);
  const left = without.map((part) => ` without ${partNames[part]}`).join(',');
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped${left && ` (${left.trim()})`}`;
}

/** Steps without which the next ones say nothing. */
const groundwork = () => [
  ...(installed() ? [] : [{ name: 'install', run: () => succeeds(['npm', 'ci', '--no-progress']) }]),
  { name: 'build', run: build },
];

/** Marked, so that no command of a test builds again. */
async function build() {
  const isMade = await succeeds(['nx', 'run-many', '-t', 'build', '--outputStyle=stream']);
  if (isMade) markBuilt(root);
  return isMade;
}

async function runAll(without, folder) {
  const outcomes = [];
  for (const step of groundwork()) {
    outcomes.push(await runStep(step));
    if (!outcomes.at(-1).passed) return { outcomes, last: 'stopped: the tests need this step' };
  }
  const kinds = suites(without, folder);
  const check = { name: 'check', remedy: 'npm run check', run: () => succeeds(['node', 'tools/check.mjs']) };
  // The check leaves a core idle at times, and the unit tests share nothing with it.
  const [unit, ...others] = kinds;
  const steps = [check, endOf(unit, unit.begin()), ...others.map((kind) => kind.step)];
  for (const step of steps) outcomes.push(await runStep(step));
  return { outcomes, last: closing(kinds, without) };
}

/** One sentence when this machine cannot run the tests, else null. */
function machineFault(without) {
  const lacks = missing({
    kafka: !without.includes('kafka'),
    browser: !without.includes('browser'),
    env: process.env,
  });
  return nodeFault() ?? (lacks.length > 0 ? `The tests need ${list.format(lacks)}.` : null);
}

async function main() {
  const options = readOptions();
  if (options.help) return console.log(usage);
  const without = ['kafka', 'browser'].filter((part) => options[`no-${part}`]);
  const fault = machineFault(without);
  if (fault) {
    console.error(fault);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'atomicdb-test-'));
  const { outcomes, last } = await runAll(without, folder).finally(() => rmSync(folder, { recursive: true }));
  console.log(`\n${summary(outcomes)}\n${last}`);
  process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
}

await main();
