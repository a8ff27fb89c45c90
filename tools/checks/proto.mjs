import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { run } from './run.mjs';

const folder = join(root, 'proto');

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
