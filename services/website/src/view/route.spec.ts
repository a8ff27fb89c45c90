import { cutText, lineTo, walkRoute } from './route';
import type { Route } from './route';
import { numberedSan, shownLine } from './stored-line';

const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

function routeOf(moves: string[], fen: string | null = null, variant = 'atomic'): Route {
  const result = walkRoute({ variant, fen, moves });
  if (!result.ok) throw new Error(result.message);
  return result.route;
}

describe('the line in the address', () => {
  it('starts at the start position of the variant', () => {
    const route = routeOf([]);
    expect(route.position.fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    expect(route.legal).toHaveLength(20);
    expect(route.plies).toEqual([]);
  });

  it('follows the moves and names them', () => {
    const route = routeOf(['e2e4', 'e7e5', 'g1f3']);
    expect(route.plies.map((ply) => ply.san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(route.cut).toBeNull();
    expect(lineTo(route, 1, ['d7d5'])).toEqual({
      variant: 'atomic',
      fen: route.startFen,
      moves: ['e2e4', 'd7d5'],
    });
  });

  it('[NAV-02] marks the move that would re-enter the line, and no other', () => {
    const route = routeOf(SHUFFLE.slice(0, 3));
    expect(route.legal.filter((move) => move.reenters).map((move) => move.uci)).toEqual(['f6g8']);
  });

  it('[REP-07] marks nothing when the same position was reached by another move order', () => {
    const route = routeOf(['b1c3', 'b8c6', 'g1f3']);
    expect(route.legal.filter((move) => move.reenters)).toEqual([]);
  });

  it('[NAV-01] cuts an address that re-enters its own line before the move', () => {
    const route = routeOf([...SHUFFLE, 'e2e4']);
    expect(route.plies.map((ply) => ply.uci)).toEqual(SHUFFLE.slice(0, 3));
    expect(route.cut).toEqual({ ply: 4, move: 'Ng8', reason: 'repetition' });
    expect(cutText({ ply: 4, move: 'Ng8', reason: 'repetition' })).toContain('Ng8 would re-enter the line');
  });

  it('cuts an address at an illegal move and names the ply', () => {
    const route = routeOf(['e2e4', 'e2e4']);
    expect(route.plies).toHaveLength(1);
    expect(route.cut).toEqual({ ply: 2, move: 'e2e4', reason: 'illegal' });
  });

  it('knows how the game ends with a move', () => {
    const route = routeOf([], 'rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3');
    const move = route.legal.find((entry) => entry.uci === 'g5f7');
    expect(move?.ending).toBe('explosion');
  });

  it('refuses a FEN and a variant with a code', () => {
    expect(walkRoute({ variant: 'atomic', fen: 'nonsense', moves: [] })).toMatchObject({ ok: false });
    expect(walkRoute({ variant: 'crazyhouse', fen: null, moves: [] })).toMatchObject({
      ok: false,
      code: 'unknown-variant',
    });
  });
});

describe('a stored line', () => {
  const PV = ['e2e4', 'e7e5', ...SHUFFLE, 'd2d4'];
  const SAN = ['e4', 'e5', 'Nf3', 'Nf6', 'Ng1', 'Ng8', 'd4'];

  it('[NAV-03] is shown up to its first self crossing', () => {
    const shown = shownLine(routeOf([]), PV, SAN);
    expect(shown.plies.map((ply) => ply.san)).toEqual(['e4', 'e5', 'Nf3', 'Nf6', 'Ng1']);
  });

  it('[NAV-04] says through which line the rest is reached', () => {
    expect(shownLine(routeOf([]), PV, SAN).returnsTo).toEqual(['e2e4', 'e7e5']);
    expect(shownLine(routeOf(SHUFFLE.slice(0, 2)), ['f3g1', 'f6g8'], ['Ng1', 'Ng8']).returnsTo).toEqual([]);
  });

  it('is whole where it never comes back', () => {
    const shown = shownLine(routeOf([]), ['e2e4', 'e7e5'], ['e4', 'e5']);
    const plies = [
      { uci: 'e2e4', san: 'e4' },
      { uci: 'e7e5', san: 'e5' },
    ];
    expect(shown).toEqual({ plies, returnsTo: null });
  });

  it('numbers its moves', () => {
    expect([numberedSan(0, 'e4', true), numberedSan(1, 'e5', false), numberedSan(3, 'Nc6', true)]).toEqual([
      '1. e4',
      'e5',
      '2\u2026 Nc6',
    ]);
  });
});
