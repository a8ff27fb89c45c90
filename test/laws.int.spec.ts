import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lawful, planted } from './planted.table';

const linter = join(__dirname, '..', 'tools', 'checks', 'lint-tree.mjs');
const compilerOptions = { strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' };

let broken: Record<string, string[]>;
let laws: string[];

/** Jest cannot load the linter's ES module configuration, so a process of its own lints the planted tree. */
function lintTree(files: readonly { file: string; text: string }[]): Record<string, string[]> {
  const tree = mkdtempSync(join(tmpdir(), 'atomicdb-laws-'));
  try {
    writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*'] }));
    for (const { file, text } of files) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    return JSON.parse(execFileSync(process.execPath, [linter, tree], { encoding: 'utf8' })) as typeof broken;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

describe('the laws of the tree', () => {
  beforeAll(() => {
    broken = lintTree([...planted, ...lawful]);
    laws = JSON.parse(execFileSync(process.execPath, [linter, '--laws'], { encoding: 'utf8' })) as string[];
  }, 120_000);

  it.each(planted)('$rule catches what is planted in $file', ({ rule, file }) => {
    expect(broken[file]).toContain(rule);
  });

  it.each(lawful)('says nothing against $file', ({ file }) => {
    expect(broken[file]).toEqual([]);
  });

  it('has a planted violation for every law', () => {
    const named = new Set(planted.map(({ rule }) => rule));
    expect(laws.filter((law) => !named.has(law))).toEqual([]);
  });
});
