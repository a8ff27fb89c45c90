import type { Difference } from './index.js';
import { same } from './index.js';

const BOARD = 'r3k1nr/p6p/8/8/8/8/P6P/R3K1NR';

const ROWS: readonly [title: string, a: string, b: string, differs: Difference[]][] = [
  ['[SAM-01][SAM-11] move numbers do not count', `${BOARD} w KQkq - 3 9`, `${BOARD} w KQkq - 0 40`, []],
  ['[SAM-02][SAM-06] the side to move counts', `${BOARD} w KQkq -`, `${BOARD} b KQkq -`, ['turn']],
  [
    '[SAM-03] kind and colour of the men count',
    '4k3/8/8/8/8/8/8/4KN2 w - -',
    '4k3/8/8/8/8/8/8/4Kn2 w - -',
    ['placement'],
  ],
  [
    '[SAM-10] a right counts while castling is blocked',
    `${BOARD} w KQkq -`,
    `${BOARD} w Qkq -`,
    ['castling'],
  ],
  [
    '[SAM-07] a possible en-passant capture counts',
    '7k/8/8/2PpP3/8/8/8/7K w - d6',
    '7k/8/8/2PpP3/8/8/8/7K w - -',
    ['en-passant'],
  ],
  [
    'all differences are named, in the order turn, placement, castling, en-passant',
    '4k3/8/8/3pP3/8/8/8/R3K3 w Q d6',
    '4k3/8/8/4P3/8/8/8/R3K3 b - -',
    ['turn', 'placement', 'castling', 'en-passant'],
  ],
];

describe('same position or not', () => {
  it.each(ROWS)('%s', (_, a, b, differs) => {
    expect(same('chess', a, b)).toEqual({ ok: true, value: differs });
    expect(same('chess', b, a)).toEqual({ ok: true, value: differs });
  });

  it('[SAM-08] counts en passant only where the capture is legal in the variant', () => {
    const [a, b] = ['8/4K3/8/3pP3/8/8/8/k7 w - d6', '8/4K3/8/3pP3/8/8/8/k7 w - -'];
    expect([same('chess', a, b), same('atomic', a, b)]).toEqual([
      { ok: true, value: ['en-passant'] },
      { ok: true, value: [] },
    ]);
  });

  it('refuses a FEN it cannot read, whichever of the two it is', () => {
    const codes = [same('chess', 'x', `${BOARD} w - -`), same('chess', `${BOARD} w - -`, 'x')];
    expect(codes.map((answer) => answer.ok || answer.error.code)).toEqual(['FEN_FIELDS', 'FEN_FIELDS']);
  });
});
