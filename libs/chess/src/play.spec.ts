import * as fc from 'fast-check';
import perftRows from '../test/cases/atomic-perft.json' with { type: 'json' };
import { at, games, take } from '../test/positions.js';
import { children, legalMoves, normaliseUci, perft, play, san, START_FEN, VARIANT_NAMES } from './index.js';

interface PerftRow {
  name: string;
  fen: string;
  perft: number[];
  moves: string[];
}

/** Keeps the suite quick; `test/perft.int.spec.ts` counts to the full depths. */
const QUICK_LEAVES = 10_000;

/** Well-known counts of the chess programming literature. */
const CHESS_PERFT: readonly [name: string, fen: string, nodes: number[]][] = [
  ['start', START_FEN.chess, [20, 400, 8902]],
  ['Kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -', [48, 2039, 97862]],
  ['rook ending with en passant', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -', [14, 191, 2812, 43238]],
  ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -', [6, 264, 9467]],
  ['discovered promotion', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -', [44, 1486, 62379]],
];

const CASTLING = 'r3k2r/8/8/8/8/8/3P4/R3K2R w KQkq -';

describe('atomic move generation', () => {
  it.each(perftRows as PerftRow[])('$name', (row) => {
    const position = at('atomic', row.fen);
    const nodes = row.perft.filter((leaves) => leaves <= QUICK_LEAVES);
    expect(legalMoves(position)).toEqual(row.moves);
    expect(perft(position, nodes.length)).toEqual(nodes);
  });
});

describe('standard chess move generation', () => {
  it.each(CHESS_PERFT)('%s', (_, fen, nodes) => {
    expect(perft(at('chess', fen), nodes.length)).toEqual(nodes);
  });
});

describe.each(VARIANT_NAMES)('moves in %s', (variant) => {
  it('are sorted, counted, in their one spelling and all playable', () => {
    fc.assert(
      fc.property(games(variant), (game) => {
        for (const position of game) {
          const moves = legalMoves(position);
          expect([...moves].sort()).toEqual(moves);
          expect([position.legal, new Set(moves).size]).toEqual([moves.length, moves.length]);
          expect(moves.map((uci) => take(normaliseUci(position, uci)))).toEqual(moves);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('spell castling e1g1 and e1c1, and take the spelling of king onto rook', () => {
    const position = at(variant, CASTLING);
    expect(legalMoves(position).filter((uci) => /^e1[acgh]1$/.test(uci))).toEqual(['e1c1', 'e1g1']);
    expect(['e1a1', 'e1c1', 'e1g1', 'e1h1'].map((uci) => take(normaliseUci(position, uci)))).toEqual([
      'e1c1',
      'e1c1',
      'e1g1',
      'e1g1',
    ]);
    expect(take(play(position, 'e1h1')).key).toBe('r3k2r/8/8/8/8/8/3P4/R4RK1 b kq -');
  });

  it.each(['e1d2', 'e1h8', 'a1a9', 'd2d4q', 'D2D4', 'd2d5', '0000', 'P@e4', ''])('refuses %j', (uci) => {
    const next = play(at(variant, CASTLING), uci);
    expect(next.ok || next.error.code).toBe('MOVE_ILLEGAL');
  });

  it('need the promoted piece to be named', () => {
    const position = at(variant, '4k3/P7/8/8/8/8/8/4K3 w - -');
    const answers = ['a7a8', 'a7a8q', 'a7a8k', 'a7a8Q'].map((uci) => play(position, uci).ok);
    expect(answers).toEqual([false, true, false, false]);
  });

  it('leave the position they are played from as it was', () => {
    const position = at(variant, START_FEN[variant]);
    take(play(position, 'e2e4'));
    expect([position.key, position.legal]).toEqual([at(variant, START_FEN[variant]).key, 20]);
  });
});

describe('children', () => {
  it('list every legal move with its notation and position', () => {
    const list = [...children(at('atomic', 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3'))];
    expect(list.map(({ uci }) => uci)).toEqual(
      legalMoves(at('atomic', 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq -')),
    );
    expect(
      list.filter(({ san: text }) => text.endsWith('#')).map((move) => [move.uci, move.san, move.child.key]),
    ).toEqual([['g5f7', 'Nxf7#', 'rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ -']]);
  });
});

describe('notation', () => {
  it('leaves out a piece that may not move there, and marks check', () => {
    const pinned = at('atomic', 'rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq -');
    const queenOut = at('atomic', 'rnbqkbnr/ppp1p1pp/8/3p4/8/4P3/PPPP1PPP/RNBQKB1R w KQkq -');
    expect([take(san(pinned, 'g1e2')), take(san(queenOut, 'd1h5'))]).toEqual(['Ne2', 'Qh5+']);
  });

  it('is the same for both spellings of castling', () => {
    const position = at('chess', CASTLING);
    expect([take(san(position, 'e1g1')), take(san(position, 'e1h1')), take(san(position, 'e1c1'))]).toEqual([
      'O-O',
      'O-O',
      'O-O-O',
    ]);
  });
});
