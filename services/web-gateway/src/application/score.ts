import { MATE_CP, movesToMate } from '@atomicdb/chess';
import type { Status } from '@atomicdb/rest';

/** Signed moves to mate of a score in the mate band, else null. */
export function mateOf(cp: number | null): number | null {
  return cp === null ? null : movesToMate(cp);
}

/** Centipawns of a closed status, from its side to move: ±(30000 - plies) or 0. Source: api.md, `query`. */
export function scoreOfStatus(status: Exclude<Status, 'UNKNOWN'>, plies: number | null): number {
  switch (status) {
    case 'WIN':
      return MATE_CP - (plies ?? 0);
    case 'LOSS':
      return -(MATE_CP - (plies ?? 0));
    case 'DRAW':
      return 0;
  }
}
