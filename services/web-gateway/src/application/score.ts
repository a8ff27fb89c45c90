import type { Status } from '@atomicdb/rest';

/** Mate for the mover in d plies is 30000 - d. Source: backing.md, "Terms". */
const mateScore = 30_000;
const mateBand = 29_000;

/** Signed moves to mate of a score in the mate band (|cp| > 29000), else null. */
export function mateOf(cp: number | null): number | null {
  if (cp === null || Math.abs(cp) <= mateBand) return null;
  const moves = Math.ceil((mateScore - Math.abs(cp)) / 2);
  return cp > 0 ? moves : -moves;
}

/** Centipawns of a closed status, from its side to move: ±(30000 - plies) or 0. Source: api.md, `query`. */
export function scoreOfStatus(status: Exclude<Status, 'UNKNOWN'>, plies: number | null): number {
  switch (status) {
    case 'WIN':
      return mateScore - (plies ?? 0);
    case 'LOSS':
      return -(mateScore - (plies ?? 0));
    case 'DRAW':
      return 0;
  }
}
