import { cpus } from 'node:os';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const results = join(__dirname, '../../../docs/results');

/** The machine that measured, in the words of the pages under docs/results. */
export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, Node ${process.versions.node}`;
}

/** Writes the last result of a named command to docs/results, which the command then formats. */
export function writeResult(name: string, lines: readonly string[]): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.md`), `${lines.join('\n')}\n`);
}
