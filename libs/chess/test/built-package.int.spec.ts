import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** chessops cannot be `require`d by itself, and Jest would not notice: only plain Node tells. */
describe('the built package', () => {
  it('is required by a CommonJS program under plain Node', () => {
    const program = `
      const { children, parsePosition, START_FEN } = require('@atomicdb/chess');
      const start = parsePosition('atomic', START_FEN.atomic);
      console.log(start.value.id, [...children(start.value)].length);
    `;
    const printed = execFileSync(process.execPath, ['-e', program], {
      cwd: join(__dirname, '..'),
      encoding: 'utf8',
    });
    expect(printed).toBe('atomic:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20\n');
  });
});

const IMPORT = /^(?:import|export)\s(?:[^'"=]*\sfrom\s)?["']([^'"]+)["'];$/gm;

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, wanted = '']) => wanted);

/** What a file and all it leads to ask for outside this package. */
const outsideOf = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsOf(file).flatMap((wanted) =>
    wanted.startsWith('.') ? outsideOf(join(dirname(file), wanted), seen) : [wanted],
  );
};

describe('the door of the package', () => {
  it('leads to nothing that a browser lacks', () => {
    const wanted = outsideOf(join(__dirname, '../dist/index.js'));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((name) => !name.startsWith('chessops'))).toEqual([]);
    expect(outsideOf(join(__dirname, '../dist/bin/adjudicate.js'))).toContain('node:fs');
  });
});
