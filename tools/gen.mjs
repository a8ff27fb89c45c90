import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptContracts, describeWorkerProtocol, generateProto } from './checks/proto.mjs';
import { run } from './checks/run.mjs';
import { root } from './prepare.mjs';

const isAccepting = process.argv.includes('--accept-contracts');

/** The contracts that may not break change only when somebody says so. */
async function generateContracts() {
  if (!(await generateProto())) throw new Error('buf generate failed');
  if (!(await describeWorkerProtocol())) throw new Error('the worker protocol was not described');
  if (isAccepting && !(await acceptContracts())) throw new Error('buf build failed');
}

/** Writes everything that is generated: the code of the contracts, docs/events.md and docs/claims.md. */
async function generate() {
  await generateContracts();
  if ((await run(['nx', 'run-many', '-t', 'build'])) !== 0) throw new Error('the build failed');
  const { generatePages } = await import('./checks/pages.mjs');
  const { pages, faults } = generatePages();
  mkdirSync(join(root, 'docs'), { recursive: true });
  for (const [file, text] of Object.entries(pages)) writeFileSync(join(root, file), text);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

await generate().catch((error) => {
  console.error(`gen: ${error.message}`);
  process.exitCode = 1;
});
