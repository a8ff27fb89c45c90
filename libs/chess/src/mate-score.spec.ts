import fc from 'fast-check';
import { movesToMate, scoreOfMate } from './mate-score.js';

describe('the scale of scores', () => {
  it.each([
    [0, null],
    [29_000, null],
    [-29_000, null],
    [29_001, 500],
    [29_999, 1],
    [29_998, 1],
    [29_997, 2],
    [-29_998, -1],
    [-29_996, -2],
  ])('takes %p cp for mate in %p moves', (cp, moves) => {
    expect(movesToMate(cp)).toBe(moves);
  });

  it('has the mated side at its end', () => {
    expect(scoreOfMate(0)).toBe(-30_000);
  });

  it('gives back the moves that an engine said', () => {
    const said = fc.integer({ min: -499, max: 500 }).filter((moves) => moves !== 0);
    fc.assert(fc.property(said, (moves) => expect(movesToMate(scoreOfMate(moves))).toBe(moves)));
  });
});
