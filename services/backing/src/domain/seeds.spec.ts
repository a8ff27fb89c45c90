import { AnalysisCompleted } from '@atomicdb/events';
import { compareSeeds, seedsOf, type Seed } from './seeds';

const start = 'atomic:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

function analysis(lines: readonly (readonly [number, string])[], position = start): AnalysisCompleted {
  return AnalysisCompleted.fromPartial({
    passId: 'p1',
    position,
    budgetNodes: 128,
    searchedNodes: 130,
    completedAt: '2030-01-01T00:00:00.000Z',
    lines: lines.map(([cp, pv], index) => {
      const moves = pv.split(' ');
      return { rank: index + 1, move: moves[0] ?? '', cp, pv: moves };
    }),
  });
}

const told = (seeds: readonly Seed[]) => seeds.map(({ uci, cp }) => [uci, cp]);

describe('seedsOf', () => {
  it('gives every position of a line its next move, signs alternating', () => {
    const seeds = seedsOf(analysis([[35, 'g1f3 g8f6 b1c3']]));
    expect(told(seeds)).toEqual([
      ['g1f3', 35],
      ['g8f6', -35],
      ['b1c3', 35],
    ]);
    expect(seeds[1]).toMatchObject({
      position: 'atomic:rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -',
      source: start,
      sourceNodes: 130,
      order: { passId: 'p1', budgetNodes: 128, width: 1, completedAtMs: Date.UTC(2030, 0, 1) },
    });
  });

  it('shifts a mate by one ply at each ply', () => {
    expect(told(seedsOf(analysis([[29995, 'g1f3 f7f6 f3d4']])))).toEqual([
      ['g1f3', 29995],
      ['f7f6', -29996],
      ['f3d4', 29997],
    ]);
  });

  it('[NAV-03] ends where the line first comes back to a position it has been through', () => {
    const shuffle = 'g1f3 g8f6 f3g1 f6g8 e2e4';
    expect(told(seedsOf(analysis([[0, shuffle]])))).toEqual([
      ['g1f3', 0],
      ['g8f6', 0],
      ['f3g1', 0],
      ['f6g8', 0],
    ]);
  });

  it('keeps the better line where two lines of one pass run through the same move', () => {
    const seeds = seedsOf(
      analysis([
        [35, 'g1f3 g8f6 b1c3 e7e6'],
        [20, 'b1c3 g8f6 g1f3 e7e6'],
      ]),
    );
    expect(told(seeds.filter(({ uci }) => uci === 'e7e6'))).toEqual([['e7e6', -35]]);
  });

  it('has nothing to say for a pass without lines', () => {
    expect(seedsOf(analysis([]))).toEqual([]);
  });
});

describe('compareSeeds', () => {
  it('takes the line of the latest pass, whatever position it is from', () => {
    const [shallow] = seedsOf(analysis([[35, 'g1f3']]));
    const deep = {
      ...(shallow as Seed),
      order: { ...(shallow as Seed).order, budgetNodes: 512 },
      rank: 4,
      ply: 9,
    };
    expect(compareSeeds(deep, shallow as Seed)).toBeGreaterThan(0);
  });
});
