/** A seeded source of randomness for tests: the same seed gives the same numbers. */
export interface Random {
  readonly seed: number;
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number from 0 inclusive to `below` exclusive. */
  below(below: number): number;
  /** One of the items. */
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32, by Tommy Ettinger, in the public domain. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { seed, next, below, pick };
}

/** The seed of this run, printed so that it can be given again as TEST_SEED; a new one where none is given. */
export function runSeed(name: string, given = process.env['TEST_SEED']): number {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  process.stderr.write(`${name}: TEST_SEED=${seed}\n`);
  return seed;
}
