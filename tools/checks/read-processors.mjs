import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

const load = createRequire(join(root, 'package.json'));
const built = (folder) => join(root, folder, 'dist', 'index.js');

/** Services whose package has an entry: commands and the site have none. */
const services = () =>
  readdirSync(join(root, 'services'))
    .map((name) => `services/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'src', 'index.ts')));

/**
 * What the built packages say of themselves.
 *
 * @returns {{ catalogue: import('./events-page.mjs').Catalogue, processors: import('./events-page.mjs').Processor[] }}
 */
export function readProcessors() {
  const { catalogue } = load(built('libs/events'));
  const processors = services().flatMap((folder) => load(built(folder)).processors ?? []);
  return { catalogue, processors };
}
