import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateProto, protoTargets } from './proto.mjs';
import { root } from '../prepare.mjs';

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

/**
 * Files that differ between two folders, on either side.
 *
 * @param {string} kept
 * @param {string} made
 * @returns {string[]} paths below the folders
 */
export function differences(kept, made) {
  const files = new Set([...filesBelow(kept), ...filesBelow(made)]);
  return [...files].filter((file) => textOf(join(kept, file)) !== textOf(join(made, file))).sort();
}

/** Generated code that is not what the contracts give. */
export async function staleCode() {
  const fresh = mkdtempSync(join(tmpdir(), 'atomicdb-gen-'));
  try {
    if (!(await generateProto(fresh))) return ['buf generate failed'];
    return protoTargets.flatMap(({ out }) =>
      differences(join(root, out), join(fresh, out)).map((file) => `${out}/${file}`),
    );
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

/** Generated pages that are not what the code gives, and what the code lacks. The packages must be built. */
export async function stalePages() {
  const { generatePages } = await import('./pages.mjs');
  const { pages, faults } = generatePages();
  const stale = Object.entries(pages).filter(([file, text]) => textOf(join(root, file)) !== text);
  return [...stale.map(([file]) => `${file} is not what the code gives`), ...faults];
}
