import { runSeed, seeded } from './random';

describe('seeded randomness', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    const take = (seed: number) => {
      const random = seeded(seed);
      return Array.from({ length: 20 }, () => random.below(1_000));
    };
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
    expect(new Set(take(7)).size).toBeGreaterThan(15);
  });

  it('is repeated by naming the seed that was printed', () => {
    expect(runSeed('a run', '12')).toBe(12);
  });
});
