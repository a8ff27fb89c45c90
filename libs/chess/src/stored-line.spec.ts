import { at, take } from '../test/positions.js';
import { play, returnPly, shownPlies, START_FEN, walkLine } from './index.js';

const DANCE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const start = at('chess', START_FEN.chess);

describe('a stored line on the line being played', () => {
  const shown = (played: string[], pv: string[]) => shownPlies(take(walkLine(start, played)), pv);

  it('[NAV-03] is shown up to its first crossing with itself', () => {
    expect(shown([], [...DANCE, 'e2e4'])).toEqual({ shown: 3, returnsToPly: 0 });
    expect(shown(['e2e4', 'e7e5'], ['b1c3', ...['g8f6', 'g1f3', 'f6g8', 'f3g1', 'a7a6']])).toEqual({
      shown: 4,
      returnsToPly: 3,
    });
  });

  it('[NAV-04] is shown up to its first crossing with the line above it, which is the way to the rest', () => {
    expect(shown(['g1f3', 'g8f6'], ['f3g1', 'f6g8', 'e2e4'])).toEqual({ shown: 1, returnsToPly: 0 });
  });

  it('is shown whole where it meets nothing, and as far as its moves are legal', () => {
    expect(shown(['g1f3'], ['g8f6', 'e2e4'])).toEqual({ shown: 2, returnsToPly: null });
    expect(shown(['g1f3'], ['g8f6', 'e2e5', 'a7a6'])).toEqual({ shown: 1, returnsToPly: null });
  });

  it('[NAV-02] knows the ply that a move would come back to', () => {
    const walk = take(walkLine(start, DANCE.slice(0, 3)));
    const back = (uci: string) => returnPly(walk, take(play(walk.last, uci)));
    expect([back('f6g8'), back('a7a6')]).toEqual([0, null]);
  });
});
