import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the workspace, where its commands run. */
export const root = join(__dirname, '../../..');

export const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/**
 * What Node is given by `npm run NAME`, so that a test runs the very script. npm itself is left out: it would stand
 * between a test and the process to which the test sends signals.
 */
export function npmScript(name: string): string[] {
  const [node, ...args] = scripts[name]?.split(' ') ?? [];
  if (node !== 'node') throw new Error(`npm run ${name} runs no script of ours: ${scripts[name]}`);
  return args;
}
