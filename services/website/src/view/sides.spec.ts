import { menOf, sideToMove, squareName, squaresOf } from './sides';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('a FEN read as text', () => {
  it('finds the side to move', () => {
    expect(sideToMove(START)).toBe('white');
    expect(sideToMove('4k3/8/8/8/8/8/8/4K3 b - -')).toBe('black');
  });

  it('lays out 64 squares from a8 to h1', () => {
    const squares = squaresOf(START);
    expect(squares).toHaveLength(64);
    expect(squares?.[0]).toEqual({ side: 'black', role: 'rook' });
    expect(squares?.[60]).toEqual({ side: 'white', role: 'king' });
    expect([0, 7, 56, 63].map(squareName)).toEqual(['a8', 'h8', 'a1', 'h1']);
  });

  it.each(['', 'rnbqkbnr/pppppppp/8/8', '9/8/8/8/8/8/8/8', 'x7/8/8/8/8/8/8/8'])(
    'has no board for %p',
    (text) => {
      expect(squaresOf(text)).toBeNull();
    },
  );

  it('names the men of a side with their squares', () => {
    expect(menOf('4k3/8/8/8/8/8/PP6/R3K2R w KQ -', 'white')).toBe('king e1, rooks a1 h1, pawns a2 b2');
    expect(menOf('8/8/8/8/8/8/8/4K3 b - -', 'black')).toBe('no men');
  });
});
