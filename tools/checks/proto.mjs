import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { collect, run } from './run.mjs';

const folder = join(root, 'proto');
/** The contracts as programs of others know them. */
const accepted = join(folder, 'contracts.binpb');

/** Templates of the generated code and the folder each one fills. */
export const protoTargets = [
  { template: 'buf.gen.yaml', out: 'libs/rpc/src/generated' },
  { template: 'buf.gen.events.yaml', out: 'libs/events/src/generated' },
];

/**
 * Generates the code of all contracts.
 *
 * @param {string} [into] folder that stands for the workspace
 * @returns {Promise<boolean>} whether every template succeeded
 */
export async function generateProto(into = root) {
  const codes = [];
  for (const { template } of protoTargets) {
    // The templates name their folders as seen from proto/.
    const command = ['buf', 'generate', '--template', template, '--output', join(into, 'proto')];
    codes.push(await run(command, { cwd: folder }));
  }
  return codes.every((code) => code === 0);
}

/** The descriptor of the worker protocol that the gateway's reflection serves. */
export async function describeWorkerProtocol() {
  return (await run(['npm', 'run', '--silent', 'describe', '-w', '@atomicdb/worker-gateway'])) === 0;
}

/**
 * What contracts break of those accepted.
 *
 * @param {string} [contracts] folder of the `.proto` files
 * @returns {Promise<string[]>} one line for each break, as buf words it
 */
export async function contractBreaks(contracts = folder) {
  const { passed, said } = await collect(['buf', 'breaking', contracts, '--against', accepted]);
  return passed ? [] : said.trim().split('\n');
}

/** Takes the contracts as they are now for those that may not break. */
export async function acceptContracts() {
  return (await run(['buf', 'build', folder, '--exclude-source-info', '-o', accepted])) === 0;
}
