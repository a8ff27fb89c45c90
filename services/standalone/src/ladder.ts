/** Rungs in nodes, ascending. Source: V "The queue": "the ladder of 128M, 512M, 2B and 10B nodes". */
export const fullLadder = [128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000] as const;

/** The true ladder divided by 500, so that a laptop answers within a minute. Source: architecture.md, "Two transports". */
export const laptopLadder = [256_000, 1_024_000, 4_000_000, 20_000_000] as const;

export interface Ladder {
  readonly name: 'full' | 'laptop' | 'custom';
  readonly rungs: readonly number[];
}

const rungCount = 4;

/** `laptop`, `full` or four ascending node counts; throws one sentence otherwise. */
export function parseLadder(text: string): Ladder {
  if (text === 'full') return { name: 'full', rungs: fullLadder };
  if (text === 'laptop') return { name: 'laptop', rungs: laptopLadder };
  const rungs = text.split(',').map(Number);
  const ascending = rungs.every(
    (rung, index) => Number.isSafeInteger(rung) && rung > (rungs[index - 1] ?? 0),
  );
  if (rungs.length !== rungCount || !ascending) {
    throw new Error(
      `--ladder ${text}: give laptop, full or four ascending node counts, as in 1000,4000,16000,64000.`,
    );
  }
  return { name: 'custom', rungs };
}
