import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of this release, from the package of the composed product. */
export function releaseOf(): string {
  const text = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
