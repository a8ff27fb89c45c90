import * as fc from 'fast-check';
import rows from '../../test/cases/xiangqi-adjudication.json' with { type: 'json' };
import { at, games, take } from '../../test/positions.js';
import {
  legalMoves,
  normaliseUci,
  parsePosition,
  parseRulesVariant,
  perft,
  play,
  san,
  START_FEN,
  terminal,
} from '../index.js';

interface Row {
  fen: string;
  legal?: number;
  inCheck?: boolean;
  error?: string;
}

const START_BOARD = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

const read = (fen: string): object => {
  const position = parsePosition('xiangqi', fen);
  if (!position.ok) return { error: position.error.code };
  return { legal: position.value.legal, inCheck: position.value.state.isCheck() };
};

describe('xiangqi move generation', () => {
  it('counts the known leaves from the start', () => {
    expect(perft(at('xiangqi', START_FEN.xiangqi), 3)).toEqual([44, 1920, 79666]);
  });

  it('counts the known leaves of a middlegame with pinned horses and cannons', () => {
    const fen = 'r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1';
    expect(perft(at('xiangqi', fen), 3)).toEqual([38, 1128, 43929]);
  });

  it.each(rows as Row[])('$fen', ({ fen, legal, inCheck, error }) => {
    expect(read(fen)).toEqual(error === undefined ? { legal, inCheck } : { error });
  });
});

const MOVES: readonly [title: string, fen: string, from: string, moves: string[]][] = [
  ['a blocked leg stops a horse', '3k5/9/9/9/9/9/9/4B4/4N4/5K3 w', 'e2', ['e2c1', 'e2c3', 'e2g1', 'e2g3']],
  ['a blocked eye stops an elephant', '3k5/9/9/9/9/9/9/9/3p5/2B1K4 w', 'c1', ['c1a3']],
  ['an elephant stays on its side of the river', '3k5/9/9/9/9/2B6/9/9/9/4K4 w', 'c5', ['c5a3', 'c5e3']],
  ['a pawn goes only forward before the river', '3k5/9/9/9/9/9/4P4/9/9/4K4 w', 'e4', ['e4e5']],
  [
    'a pawn goes sideways past the river, never back',
    '3k5/9/9/9/4P4/9/9/9/9/4K4 w',
    'e6',
    ['e6d6', 'e6e7', 'e6f6'],
  ],
  [
    'a cannon takes over one man',
    '3k5/9/9/9/9/4p4/9/4B4/4C4/5K3 w',
    'e2',
    ['e2a2', 'e2b2', 'e2c2', 'e2d2', 'e2e1', 'e2e5', 'e2f2', 'e2g2', 'e2h2', 'e2i2'],
  ],
  [
    'a man between two generals stays on the file',
    '4k4/9/9/9/9/9/9/9/4C4/4K4 w',
    'e2',
    ['e2e3', 'e2e4', 'e2e5', 'e2e6', 'e2e7', 'e2e8', 'e2e9'],
  ],
  ['a general does not step onto the open file of the other', '4k4/9/9/9/9/9/9/9/9/3K5 w', 'd1', ['d1d2']],
];

describe('a xiangqi man', () => {
  it.each(MOVES)('%s', (_, fen, from, moves) => {
    expect(legalMoves(at('xiangqi', fen)).filter((uci) => uci.replace(/[a-i]\d+$/, '') === from)).toEqual(
      moves,
    );
  });

  it('advisor walks the five points of its palace', () => {
    expect(
      legalMoves(at('xiangqi', '3k5/9/9/9/9/9/9/9/4A4/4K4 w')).filter((uci) => uci.startsWith('e2')),
    ).toEqual(['e2d1', 'e2d3', 'e2f1', 'e2f3']);
  });
});

describe('the text of a xiangqi FEN', () => {
  const key = `${START_BOARD} w - -`;

  it.each([
    ['may end after the side to move', `${START_BOARD} w`],
    ['takes r for red', `${START_BOARD} r`],
    [
      'takes H for a horse and E for an elephant',
      `${START_BOARD.replace(/n/g, 'h').replace(/B/g, 'E')} w - -`,
    ],
    ['loses its counters and blanks', `  ${START_BOARD}   w - -  57   99 `],
  ])('%s', (_, fen) => {
    expect(at('xiangqi', fen).key).toBe(key);
  });

  it.each([
    ['three fields', `${START_BOARD} w -`, 'FEN_FIELDS'],
    ['seven fields', `${START_BOARD} w - - 0 1 1`, 'FEN_FIELDS'],
    ['a counter in the third field', '4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1', 'FEN_CASTLING'],
    ['a red or black that is neither', `${START_BOARD} x`, 'FEN_TURN'],
    ['an en-passant square', `${START_BOARD} w - e3`, 'FEN_EP'],
    ['a counter of five digits', `${START_BOARD} w - - 12345 1`, 'FEN_COUNTER'],
    ['a rank of ten points', START_BOARD.replace('/9/', '/91/') + ' w', 'FEN_BOARD'],
    ['a digit that is none', START_BOARD.replace('/9/', '/0/') + ' w', 'FEN_BOARD'],
    ['an empty board', `${Array(10).fill('9').join('/')} w`, 'POS_EMPTY'],
    ['a side without a king', '3k5/9/9/9/9/9/9/9/9/9 w', 'POS_KINGS'],
    ['three rooks', '3k5/9/9/9/9/9/9/R8/R8/R3K4 w', 'POS_ROOKS'],
    ['three horses', '3k5/9/9/9/9/9/9/N8/N8/N3K4 w', 'POS_HORSES'],
    ['six pawns', '3k5/9/PPPPPP3/9/9/9/9/9/9/4K4 w', 'POS_PAWNS'],
    ['a pawn behind its first rank', '3k5/9/9/9/9/9/9/P8/9/4K4 w', 'POS_PAWNS'],
    ['a pawn beside its file before the river', '3k5/9/9/9/9/1P7/9/9/9/4K4 w', 'POS_PAWNS'],
    ['generals that face each other', '4k4/9/9/9/9/9/9/9/9/4K4 w', 'POS_OPPOSITE_CHECK'],
  ])('refuses %s', (_, fen, error) => {
    expect(read(fen)).toEqual({ error });
  });
});

describe('xiangqi', () => {
  it('is a variant of the rules, and has no graph', () => {
    const read = ['xiangqi', 'atomic', 'shogi'].map((name) => {
      const variant = parseRulesVariant(name);
      return variant.ok ? variant.value : variant.error.code;
    });
    expect(read).toEqual(['xiangqi', 'atomic', 'unknown-variant']);
  });

  it.each([
    ['stalemate', '9/4P4/3k5/9/9/9/9/9/9/4K4 b'],
    ['checkmate', '5c3/9/4ka3/9/9/9/9/5K3/2C6/9 w'],
  ])('loses by %s', (reason, fen) => {
    expect(terminal(at('xiangqi', fen))).toEqual({ reason, status: 'LOSS', plies: 0 });
  });

  it('writes moves with the letters of its FENs, told apart by file, then by rank', () => {
    const start = at('xiangqi', START_FEN.xiangqi);
    expect(['h1g3', 'b3e3', 'c1e3', 'b3b10', 'c4c5'].map((uci) => take(san(start, uci)))).toEqual([
      'Ng3',
      'Cbe3',
      'Bce3',
      'Cxb10',
      'Pc5',
    ]);
    const rooks = at('xiangqi', '3k5/9/9/9/9/9/R8/9/R8/4K4 w');
    expect(['a4a3', 'a2i2'].map((uci) => take(san(rooks, uci)))).toEqual(['R4a3', 'Ri2']);
  });

  it('has sorted moves, each in one spelling and one notation', () => {
    fc.assert(
      fc.property(games('xiangqi'), (game) => {
        for (const { state, legal } of game.filter((_, ply) => ply % 5 === 0)) {
          const moves = state.moves();
          expect([[...moves].sort(), new Set(moves).size]).toEqual([moves, legal]);
          expect(moves.map((uci) => state.readSan(state.san(uci)))).toEqual(moves);
          expect(moves.filter((uci) => state.normalise(uci) !== uci)).toEqual([]);
        }
      }),
      { numRuns: 5 },
    );
  });

  it('reads its own notation back, and no other text', () => {
    const { state } = at('xiangqi', START_FEN.xiangqi);
    expect(state.moves().map((uci) => state.readSan(state.san(uci)))).toEqual(state.moves());
    expect(state.readSan('Ce3')).toBe(undefined);
  });

  it.each(['a0a1', 'a1a11', 'j1a1', 'e2e4', 'a1a2 ', ''])('refuses the move %j', (uci) => {
    const move = normaliseUci(at('xiangqi', START_FEN.xiangqi), uci);
    expect(move.ok || move.error.code).toBe('MOVE_ILLEGAL');
  });

  it('leaves the position a move is played from as it was', () => {
    const start = at('xiangqi', START_FEN.xiangqi);
    expect(take(play(start, 'h3e3')).key).toBe(
      'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - -',
    );
    expect(start.key).toBe(`${START_BOARD} w - -`);
  });
});
