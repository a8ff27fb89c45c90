import { Atomic } from 'chessops/variant';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import * as fc from 'fast-check';
import endRows from '../test/cases/atomic-end.json' with { type: 'json' };
import materialRows from '../test/cases/insufficient-material.json' with { type: 'json' };
import { at } from '../test/positions.js';
import type { GameEnd, VariantName } from './index.js';
import { end, material, parsePosition, terminal, verdict } from './index.js';

interface MaterialRow {
  variant: VariantName;
  fen: string;
  insufficient: boolean;
  why: string;
}

const EXPLODED = '8/8/8/8/8/8/4P3/4K3 b - -';
const MATE = '7k/6Q1/8/5K2/8/8/8/8 b - -';
const STALEMATE = '7k/5Q2/8/8/8/8/8/K7 b - -';
const DEAD = '8/8/4k3/8/8/3K4/8/8 w - -';

describe('the end of an atomic game', () => {
  it.each(endRows as { name: string; fen: string; expected: GameEnd }[])('$name', ({ fen, expected }) => {
    expect(end(at('atomic', fen))).toEqual(expected);
  });
});

describe('material', () => {
  it.each(materialRows as MaterialRow[])('$variant: $why', ({ variant, fen, insufficient }) => {
    expect(material(at(variant, fen))).toBe(insufficient);
  });

  const men = fc.array(fc.constantFrom(...'NBRnbrQqPp'), { maxLength: 4 });
  const boards = fc
    .tuple(men, fc.shuffledSubarray([...Array(48).keys()], { minLength: 6, maxLength: 6 }))
    .map(([list, squares]) => {
      const board = Array<string>(64).fill('1');
      ['K', 'k', ...list].forEach((man, index) => (board[(squares[index] ?? 0) + 8] = man));
      return Array.from({ length: 8 }, (_, rank) => board.slice(rank * 8, rank * 8 + 8).join('')).join('/');
    });

  it('agrees with chessops wherever its verdict is right', () => {
    fc.assert(
      fc.property(boards, (board) => {
        for (const [variant, rules] of [
          ['chess', Chess],
          ['atomic', Atomic],
        ] as const) {
          const position = parsePosition(variant, `${board} w - -`);
          if (!position.ok) continue;
          const reference = rules.fromSetup(parseFen(position.value.fen).unwrap()).unwrap();
          const bothHaveBishops = /B/.test(board) && /b/.test(board);
          const isUsable = variant === 'chess' || !bothHaveBishops || reference.board.occupied.size() <= 4;
          if (isUsable)
            expect([board, material(position.value)]).toEqual([board, reference.isInsufficientMaterial()]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the verdict of the rules', () => {
  it('is a loss in no plies where the king exploded or is mated', () => {
    const lost = { status: 'LOSS', gate: 'TERMINAL', plies: 0 };
    expect([verdict(at('atomic', EXPLODED)), verdict(at('atomic', MATE))]).toEqual([lost, lost]);
    expect([terminal(at('atomic', EXPLODED)), terminal(at('atomic', MATE))]).toEqual([
      { reason: 'explosion', status: 'LOSS', plies: 0 },
      { reason: 'checkmate', status: 'LOSS', plies: 0 },
    ]);
  });

  it('is a draw without plies in stalemate and in dead material', () => {
    expect(verdict(at('atomic', STALEMATE))).toEqual({ status: 'DRAW', gate: 'TERMINAL', plies: null });
    expect(verdict(at('chess', DEAD))).toEqual({ status: 'DRAW', gate: 'ADJUDICATED', plies: null });
  });

  it('is terminal before any material rule', () => {
    const cornered = '8/8/8/8/8/4b1k1/8/7K w - -';
    expect([material(at('chess', cornered)), verdict(at('chess', cornered))?.gate]).toEqual([
      true,
      'TERMINAL',
    ]);
  });

  it('is nothing where play goes on', () => {
    expect(verdict(at('atomic', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'))).toBeNull();
  });
});
