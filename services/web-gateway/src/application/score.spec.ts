import { mateOf, scoreOfStatus } from './score';

describe('a score', () => {
  it.each([
    [null, null],
    [29_000, null],
    [29_997, 2],
    [-29_998, -1],
  ])('of %p cp is mate in %p moves', (cp, mate) => {
    expect(mateOf(cp)).toBe(mate);
  });

  it('of a closed status counts its plies', () => {
    expect([scoreOfStatus('WIN', 1), scoreOfStatus('LOSS', 0), scoreOfStatus('DRAW', null)]).toEqual([
      29_999, -30_000, 0,
    ]);
  });
});
