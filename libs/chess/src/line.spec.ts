import * as fc from 'fast-check';
import rows from '../test/cases/lines.json' with { type: 'json' };
import { at, games, take } from '../test/positions.js';
import type { ChessPosition, VariantName } from './index.js';
import { claimableMoves, legalMoves, play, START_FEN, VARIANT_NAMES, walkLine } from './index.js';

interface LineRow {
  id: string;
  variant: VariantName;
  fen: string;
  moves: string[];
  why: string;
}

const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const dance = (rounds: number): string[] => Array.from({ length: rounds }, () => DANCE).flat();
const start: ChessPosition = at('chess', START_FEN.chess);

describe('the golden lines', () => {
  it.each(rows as LineRow[])(
    '$variant: $id ($why)',
    ({ id: _id, why: _why, variant, fen, moves, ...expected }) => {
      expect(take(walkLine(at(variant, fen), moves))).toMatchObject(expected);
    },
  );
});

describe('a walked line', () => {
  it('[SAM-13][CLM-01][CLM-03] counts a repetition from the first return, claimable at the third, automatic at the fifth', () => {
    const { plies } = take(walkLine(start, dance(4)));
    const homecomings = plies.filter((_, ply) => ply % 4 === 0);
    expect(
      homecomings.map(({ repetition, claimable, automatic }) => [repetition, claimable, automatic]),
    ).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('[SAM-09] tells the line after a lost right from the line before, and still crosses itself later', () => {
    const rook = ['h1h2', 'b8a6', 'h2h1', 'a6b8', 'h1h2'];
    expect(take(walkLine(at('chess', '1n2k3/4p3/8/8/8/8/4P3/4K2R w K -'), rook)).crossingPly).toBe(5);
  });

  it('goes on past the fifth occurrence, because a report reaches to the end', () => {
    expect(take(walkLine(start, dance(6))).occurrence[24]).toBe(7);
  });

  it('[CLM-02] names the moves with which the player to move may claim', () => {
    const announced = take(walkLine(start, [...dance(1), ...DANCE.slice(0, 3)]));
    expect([announced.threefoldPly, claimableMoves(announced)]).toEqual([null, ['f6g8']]);
  });

  it('[CLM-03] leaves nothing to claim once the fifth occurrence has ended the game', () => {
    const claims = [15, 16, 18].map((plies) =>
      claimableMoves(take(walkLine(start, dance(5).slice(0, plies)))),
    );
    expect(claims).toEqual([['f6g8'], [], []]);
  });

  it('stores and reports castling in its one spelling', () => {
    const { plies } = take(walkLine(at('chess', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -'), ['e1h1', 'e8a8']));
    expect(plies.map(({ uci, san }) => [uci, san])).toEqual([
      [null, null],
      ['e1g1', 'O-O'],
      ['e8c8', 'O-O-O'],
    ]);
  });

  it.each([
    ['an illegal move', ['e2e4', 'e7e5', 'e4e5'], 3],
    ['text that is no move', ['e2e4', 'resigns'], 2],
  ])('refuses %s and names its ply', (_, moves, ply) => {
    const walk = walkLine(start, moves);
    expect(walk).toMatchObject({ ok: false, error: { code: 'MOVE_ILLEGAL', ply } });
    expect(walk.ok || walk.error.message.startsWith(`Ply ${ply}: `)).toBe(true);
  });

  it('refuses a move after the game has ended', () => {
    const walk = walkLine(at('atomic', '4k3/3p4/8/8/8/8/3Q4/r3K3 w - -'), ['d2d7', 'a1e1']);
    expect(walk.ok || [walk.error.code, walk.error.ply]).toEqual(['MOVE_ILLEGAL', 2]);
  });

  it('reads a thousand plies and no more', () => {
    expect(take(walkLine(start, dance(250))).plies.length).toBe(1001);
    const tooLong = walkLine(start, dance(251));
    expect(tooLong.ok || tooLong.error.code).toBe('LINE_TOO_LONG');
  });
});

describe.each(VARIANT_NAMES)('repetition in %s', (variant) => {
  it('[REP-06][REP-07] belongs to the path: the same position by another order is not one', () => {
    const [a, b] = [
      ['g1f3', 'g8f6', 'b1c3'],
      ['b1c3', 'g8f6', 'g1f3'],
    ].map((moves) => take(walkLine(at(variant, START_FEN[variant]), moves)));
    expect(a?.last.id).toBe(b?.last.id);
    expect([a?.firstReturnPly, b?.firstReturnPly]).toEqual([null, null]);
  });

  it('counts each position as often as its key stands before it in the line', () => {
    const moveTo = (from: typeof start, key: string): string =>
      legalMoves(from).find((uci) => take(play(from, uci)).key === key) ?? '';
    fc.assert(
      fc.property(games(variant), (game) => {
        const [first = start] = game;
        const moves = game.slice(1).map((position, index) => moveTo(game[index] ?? first, position.key));
        const { keys, occurrence } = take(walkLine(first, moves));
        expect(keys).toEqual(game.map(({ key }) => key));
        expect(occurrence).toEqual(
          keys.map((key, ply) => keys.slice(0, ply + 1).filter((seen) => seen === key).length),
        );
      }),
      { numRuns: 5 },
    );
  });
});
