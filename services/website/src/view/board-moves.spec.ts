import { candidates, destinations, squaresOfMove } from './board-moves';
import { walkRoute } from './route';
import type { LegalMove } from './route';

function legalOf(fen: string | null, moves: string[]): LegalMove[] {
  const result = walkRoute({ variant: 'atomic', fen, moves });
  if (!result.ok) throw new Error(result.message);
  return result.route.legal;
}

describe('moves on the board', () => {
  it('offers the squares that each man can go to', () => {
    const dests = destinations(legalOf(null, []));
    expect(dests.size).toBe(10);
    expect(dests.get('g1')).toEqual(['f3', 'h3']);
  });

  it('[NAV-01] offers no square that would re-enter the line', () => {
    const dests = destinations(legalOf(null, ['g1f3', 'g8f6', 'f3g1']));
    expect(dests.get('f6')).not.toContain('g8');
    expect(candidates(legalOf(null, ['g1f3', 'g8f6', 'f3g1']), 'f6', 'g8')).toEqual([]);
  });

  it('finds four moves where a pawn promotes', () => {
    const legal = legalOf('7k/P7/8/8/8/8/8/7K w - - 0 1', []);
    expect(candidates(legal, 'a7', 'a8').map((move) => move.uci)).toEqual([
      'a7a8b',
      'a7a8n',
      'a7a8q',
      'a7a8r',
    ]);
  });

  it('reads the squares of a move', () => {
    expect(squaresOfMove('a7a8q')).toEqual(['a7', 'a8']);
    expect(squaresOfMove(null)).toBeNull();
  });
});
