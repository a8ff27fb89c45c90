import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

/**
 * Installs and builds what is missing, then runs a built command in this very process: ctrl-C reaches it once, and there
 * is nothing between it and the terminal.
 */
export async function runBuilt(script) {
  prepare();
  await import(pathToFileURL(join(root, script)).href);
}
