import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimsPage } from './claims-page.mjs';
import { eventsPage } from './events-page.mjs';
import { readProcessors } from './read-processors.mjs';
import { ruleFiles } from './rule-files.mjs';
import { root } from '../prepare.mjs';

const skipped = new Set(['node_modules', 'dist', 'generated']);

/** A spec, or a suite that several specs run. */
const isTest = (path) => /\.spec\.tsx?$/.test(path) || /^[^/]+\/[^/]+\/test\/.*\.ts$/.test(path);

function specsBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : specsBelow(path);
    return isTest(path) ? [path] : [];
  });
}

function readSpecs() {
  const paths = ['libs', 'services'].flatMap(specsBelow).sort();
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/**
 * The generated pages of docs/. The packages must be built.
 *
 * @returns {{ pages: Record<string, string>, faults: string[] }} file → text
 */
export function generatePages() {
  const { catalogue, processors } = readProcessors();
  const events = eventsPage(catalogue, processors);
  const claims = claimsPage(readSpecs(), (path) => existsSync(join(root, path)), ruleFiles);
  return {
    pages: { 'docs/events.md': events.text, 'docs/claims.md': claims.text },
    faults: [...events.faults, ...claims.faults],
  };
}
