import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

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
