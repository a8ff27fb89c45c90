import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { releaseOf } from '../release';

const scope = '@atomicdb/';
/** What has tables that can be made again. */
const folding = ['positions', 'analyses', 'queue-scheduling', 'attribution', 'backing'].map(
  (name) => `${scope}${name}`,
);

function* codeBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* codeBelow(path);
    else if (/\.[jt]s$/.test(entry.name)) yield path;
  }
}

/** One hash over the names and the bytes of all code in these folders. */
export function hashOfCode(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of [...codeBelow(folder)].sort())
      hash.update(`${relative(folder, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Folders of code of those packages and of all of the product's that they are made of. */
function foldersOfFold(): string[] {
  const folders = new Set(folding.map(folderOf));
  // Grows while it is walked.
  for (const folder of folders) {
    const text = readFileSync(join(folder, '../package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
    for (const name of Object.keys(dependencies)) if (name.startsWith(scope)) folders.add(folderOf(name));
  }
  return [...folders].sort();
}

const folderOf = (name: string) => dirname(require.resolve(name));

/** The release, and a hash of the code that folds: with another of either, events may be folded otherwise. */
export function codeMark(): string {
  return `${releaseOf()} ${hashOfCode(foldersOfFold())}`;
}
