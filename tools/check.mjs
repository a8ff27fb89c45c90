import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { staleCode, stalePages } from './checks/freshness.mjs';
import { lockFaults } from './checks/lock.mjs';
import { contractBreaks } from './checks/proto.mjs';
import { collect, run, runStep, summary } from './checks/run.mjs';
import { root } from './prepare.mjs';

const succeeds = async (...command) => (await run(command)) === 0;
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

function noneOf(faults) {
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

/** The site has a compiler configuration of its own: it runs in a browser. */
async function types() {
  const projects = ['.', 'services/website'].filter((folder) =>
    existsSync(join(root, folder, 'tsconfig.json')),
  );
  let passed = true;
  for (const project of projects) passed = (await succeeds('tsc', '--noEmit', '-p', project)) && passed;
  return passed;
}

async function pages() {
  if (!(await succeeds('nx', 'run-many', '-t', 'build'))) throw new Error('the build failed');
  return noneOf(await stalePages());
}

const lock = async () =>
  noneOf(lockFaults(readJson('package-lock.json'), readJson('package.json').allowScripts));

async function contracts() {
  const isClean = await succeeds('buf', 'lint', 'proto');
  return noneOf(await contractBreaks()) && isClean;
}

/** By far the longest step, and it uses one core: it runs beside all others. */
const linting = collect(['eslint', '--max-warnings=0', '.']);

async function lint() {
  const { passed, said } = await linting;
  process.stdout.write(said);
  return passed;
}

/** @type {import('./checks/run.mjs').Step[]} */
const steps = [
  {
    name: 'lock',
    remedy: 'npm install with the .npmrc of this folder; allowScripts in package.json',
    run: lock,
  },
  {
    name: 'contracts',
    remedy: 'mend proto/; a break that is meant: npm run gen -- --accept-contracts',
    run: contracts,
  },
  { name: 'types', remedy: 'npx tsc -p .', run: types },
  { name: 'generated code', remedy: 'npm run gen', run: async () => noneOf(await staleCode()) },
  { name: 'generated pages', remedy: 'npm run gen', run: pages },
  {
    name: 'format',
    remedy: 'npm run format',
    run: () => succeeds('prettier', '--check', '--log-level=warn', '.'),
  },
  { name: 'lint', remedy: 'npm run lint -- --fix, or see CONTRIBUTING.md', run: lint },
];

const outcomes = [];
for (const step of steps) outcomes.push(await runStep(step));
console.log(`\n${summary(outcomes)}`);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
