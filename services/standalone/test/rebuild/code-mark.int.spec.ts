import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeMark, hashOfCode } from '../../src/commands/rebuild/code-mark';
import { releaseOf } from '../../src/commands/release';

describe('the mark of the code that folds', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atomicdb-code-'));
    writeFileSync(join(folder, 'fold.js'), 'exports.fold = (sum, event) => sum + event;');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is another one where a line of code is another one, or a file has another name', () => {
    const before = hashOfCode([folder]);
    expect(hashOfCode([folder])).toBe(before);
    writeFileSync(join(folder, 'notes.txt'), 'no code');
    expect(hashOfCode([folder])).toBe(before);
    writeFileSync(join(folder, 'fold.js'), 'exports.fold = (sum, event) => sum - event;');
    const changed = hashOfCode([folder]);
    writeFileSync(join(folder, 'other.js'), '');
    expect(new Set([before, changed, hashOfCode([folder])]).size).toBe(3);
  });

  it('names the release and is the same each time', () => {
    const [release, hash] = codeMark().split(' ');
    expect(release).toBe(releaseOf());
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(codeMark()).toBe(`${release} ${hash}`);
  });
});
