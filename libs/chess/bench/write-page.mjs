import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Writes a page as the format check wants it. */
export async function writePage(file, text) {
  const config = await resolveConfig(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await format(text, { ...config, parser: 'markdown' }));
}
