import type { LineWalk } from './line.js';
import { MAX_WALK_PLIES, walkLine } from './line.js';
import type { ChessPosition } from './position.js';
import type { Result } from './result.js';
import { atPly, ok, refuse } from './result.js';

/** A line as the graph takes it: `lastPly` is the last one before the line meets itself. */
export interface OpenableWalk {
  readonly walk: LineWalk;
  readonly lastPly: number;
}

/**
 * A line whose moves are to be opened, cut at its first crossing. Refuses what `walkLine` refuses, `LINE_TOO_LONG`
 * beyond 200 plies, and `LINE_ENDED` for a move after the fifth occurrence, where the game has ended by itself.
 * Source: positions.md, "Lines": "only the walk door refuses a further move"; "cut at the crossing".
 */
export const openableWalk = (start: ChessPosition, moves: readonly string[]): Result<OpenableWalk> => {
  if (moves.length > MAX_WALK_PLIES)
    return refuse('LINE_TOO_LONG', `A line that is walked has at most ${MAX_WALK_PLIES} plies.`);
  const walk = walkLine(start, moves);
  if (!walk.ok) return walk;
  const { fivefoldPly, crossingPly } = walk.value;
  if (fivefoldPly !== null && moves.length > fivefoldPly) {
    const message =
      'The position before it stood on the board for the fifth time, so the game is drawn: end the line there.';
    return atPly({ code: 'LINE_ENDED', message }, fivefoldPly + 1);
  }
  return ok({ walk: walk.value, lastPly: crossingPly === null ? moves.length : crossingPly - 1 });
};
