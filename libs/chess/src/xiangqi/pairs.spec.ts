import rows from '../../test/cases/xiangqi-counts.json' with { type: 'json' };
import { arrangementsOf, claimedPairs, countPair, emptyTally, materialOfPair, tallyPair } from './pairs.js';

/** Keeps the suite quick; `test/xiangqi-counts.int.spec.ts` counts the larger pairs. */
const small = rows.filter(({ legal }) => legal <= 2000);

describe('the class of a pair', () => {
  it.each(rows)('$mover v $other is $level', ({ mover, other, level }) => {
    expect(materialOfPair({ mover, other })?.level ?? 'undecided').toBe(level);
  });

  it('[XDD-08] is claimed both ways round or not at all', () => {
    const pairs = claimedPairs();
    const names = new Set(pairs.map(({ mover, other }) => `${mover} ${other}`));
    expect([pairs.length, pairs.every(({ mover, other }) => names.has(`${other} ${mover}`))]).toEqual([
      132,
      true,
    ]);
  });
});

describe('the placements of a force', () => {
  it.each([
    ['K', 9],
    ['KA', 40],
    ['KAA', 70],
    ['KB', 62],
    ['KC', 801],
  ])('%s count %i', (letters, placements) => {
    expect(arrangementsOf(letters, 0).points.length).toBe(placements);
  });
});

describe('brute force over all placements', () => {
  it.each(small)('$mover v $other: $legal', ({ mover, other, legal, draw, mated, stalemated, winInOne }) => {
    expect(tallyPair({ mover, other })).toEqual({ legal, draw, mated, stalemated, winInOne, unsafe: 0 });
  });

  it('comes to the same in slices', () => {
    const pair = { mover: 'KB', other: 'KA' };
    const { slices, addSlice } = countPair(pair);
    const tally = emptyTally();
    for (let slice = slices - 1; slice >= 0; slice--) addSlice(slice, tally);
    expect(tally).toEqual(tallyPair(pair));
  });
});
