import { at, take } from '../test/positions.js';
import type { RulesVariantName } from './index.js';
import { comparePlies, explainDifferences, START_FEN, walkLine } from './index.js';

const words = (variant: RulesVariantName, a: string, b: string): string[] =>
  explainDifferences(at(variant, a), at(variant, b)).map((found) => found.words);

const BOARD = 'r3k1nr/p6p/8/8/8/8/P6P/R3K1NR';

describe('what an arbiter says of two positions', () => {
  it('[SAM-06] names the side to move', () => {
    expect(words('chess', `${BOARD} w - -`, `${BOARD} b - -`)).toEqual([
      'White is to move in the first position, Black in the second.',
    ]);
  });

  it('[SAM-03] names the squares and the men on them', () => {
    expect(words('chess', '4k3/8/8/8/8/8/8/4KN2 w - -', '4k3/8/8/8/8/8/5n2/4K3 w - -')).toEqual([
      'The men differ on f1 (a white knight, then empty), f2 (empty, then a black knight).',
    ]);
  });

  it('counts the squares when there are many', () => {
    const [sentence] = words('chess', START_FEN.chess, 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq -');
    expect(sentence).toMatch(/^The men differ on a2 \(a white pawn, then empty\), .* and 10 more\.$/);
  });

  it('[SAM-09][SAM-10] names the rights to castle, blocked ones too', () => {
    expect(words('chess', `${BOARD} w KQkq -`, `${BOARD} w Qk -`)).toEqual([
      'The right to castle, blocked or not, belongs to White on the king side, White on the queen side, Black on the ' +
        'king side, Black on the queen side in the first position, to White on the queen side, Black on the king ' +
        'side in the second.',
    ]);
    expect(words('chess', `${BOARD} w k -`, `${BOARD} w - -`)[0]).toMatch(/to nobody in the second\.$/);
  });

  it('[SAM-07][SAM-08] names the pawn that can be taken en passant', () => {
    const [a, b] = ['7k/8/8/2PpP3/8/8/8/7K w - d6', '7k/8/8/2PpP3/8/8/8/7K w - -'];
    expect(words('chess', a, b)).toEqual([
      'By a legal capture en passant the pawn that passed d6 can be taken in the first position, no pawn in the second.',
    ]);
  });

  it('uses the names of xiangqi there', () => {
    expect(words('xiangqi', '3k5/9/9/9/9/2B6/9/9/9/4K4 w', '3k5/9/9/9/9/9/9/9/9/2B1K4 b')).toEqual([
      'Red is to move in the first position, Black in the second.',
      'The men differ on c1 (empty, then a red elephant), c5 (a red elephant, then empty).',
    ]);
  });

  it('[SAM-01] finds nothing where the positions are the same', () => {
    expect(words('chess', `${BOARD} w KQkq - 0 1`, `${BOARD} w KQkq - 9 40`)).toEqual([]);
  });
});

describe('two plies of one game', () => {
  const game = take(
    walkLine(at('chess', '1n2k3/4p3/8/8/8/8/4P3/4K2R w K -'), ['h1h2', 'b8a6', 'h2h1', 'a6b8', 'h1h2']),
  );

  it('[SAM-09] differ by the right that does not come back', () => {
    expect(take(comparePlies(game, 0, 4)).map(({ difference }) => difference)).toEqual(['castling']);
  });

  it('[SAM-13] are the same where the line counts a repetition', () => {
    expect([take(comparePlies(game, 1, 5)), game.firstReturnPly]).toEqual([[], 5]);
  });

  it.each([
    [0, 6],
    [-1, 0],
    [0.5, 1],
  ])('are refused when the line has no ply %d or %d', (first, second) => {
    const found = comparePlies(game, first, second);
    expect(found.ok || [found.error.code, found.error.message]).toEqual([
      'LINE_PLY',
      'The plies of this line are whole numbers from 0 to 5.',
    ]);
  });
});
