import { setImmediate as turn } from 'node:timers/promises';
import type { Pair, Tally } from '../xiangqi/pairs.js';
import { countPair, emptyTally, materialOfPair } from '../xiangqi/pairs.js';
import type { Progress } from './verify-state.js';
import { nameOf } from './verify-state.js';

/** How long the count runs before it looks at signals and reports. */
const TURN_MS = 200;

export interface CountedPair {
  readonly pair: Pair;
  readonly level: string;
  readonly tally: Tally;
  /** The claim made for the pair holds for every placement. */
  readonly holds: boolean;
}

/** A dead pair knows no decided placement; one that asks for a look knows none that a safe move does not hold. */
const holds = (level: string, { mated, stalemated, winInOne, unsafe }: Tally): boolean =>
  unsafe === 0 && (level !== 'dead' || mated + stalemated + winInOne === 0);

export interface Watch {
  /** Called a few times a second with the share of this pair that is counted; false ends the count. */
  goesOn(pair: Pair, share: number): boolean;
}

/** Counts the rest of one pair into `progress`; undefined when it was ended before. */
export const countOn = async (
  pair: Pair,
  progress: Progress,
  watch: Watch,
): Promise<CountedPair | undefined> => {
  const count = countPair(pair);
  const state = (progress[nameOf(pair)] ??= { nextSlice: 0, tally: emptyTally() });
  let since = performance.now();
  while (state.nextSlice < count.slices) {
    count.addSlice(state.nextSlice, state.tally);
    state.nextSlice++;
    if (performance.now() - since < TURN_MS) continue;
    await turn();
    if (!watch.goesOn(pair, state.nextSlice / count.slices)) return undefined;
    since = performance.now();
  }
  const level = materialOfPair(pair)?.level ?? 'undecided';
  return { pair, level, tally: state.tally, holds: holds(level, state.tally) };
};
