import { tallyPair } from '../src/xiangqi/pairs.js';
import rows from './cases/xiangqi-counts.json' with { type: 'json' };

/** The rest is counted by `npm run xiangqi:verify`. */
const MOST_PLACEMENTS = { dead: 16_000, check: 40_000, undecided: 40_000 };

const counted = rows.filter(
  ({ level, legal }) => legal <= MOST_PLACEMENTS[level as keyof typeof MOST_PLACEMENTS],
);

describe('xiangqi pairs counted by brute force', () => {
  it.each(counted)('$mover v $other ($level): $legal', (row) => {
    const { mover, other, level, legal, draw, mated, stalemated, winInOne, forcedDeeperThanOne } = row;
    const tally = tallyPair({ mover, other });
    // Only a search tells the forced results deeper than one from the draws; claimed pairs have none.
    expect(tally).toMatchObject({ legal, draw: draw + forcedDeeperThanOne, mated, stalemated, winInOne });
    expect([level, tally.unsafe, forcedDeeperThanOne]).toEqual([
      level,
      0,
      level === 'undecided' ? forcedDeeperThanOne : 0,
    ]);
  });
});
