import type { RulesVariantName } from './identity.js';
import type { LineWalk } from './line.js';
import { normaliseUci } from './play.js';
import type { RulesPosition } from './position.js';

/** Ply of the line that holds this position, null where it has not been on the board. */
export const returnPly = ({ keys }: LineWalk<RulesVariantName>, { key }: RulesPosition): number | null => {
  const ply = keys.indexOf(key);
  return ply < 0 ? null : ply;
};

/** How much of a stored line is shown on a line being played, and which ply of both together it comes back to. */
export interface ShownPlies {
  readonly shown: number;
  readonly returnsToPly: number | null;
}

/**
 * A stored line from the last position on, up to its first crossing with itself or with the line being played, or its
 * first move that is not legal. Source: positions.md, "Lines": "is shown up to its first self-crossing".
 */
export const shownPlies = (
  { keys, last }: LineWalk<RulesVariantName>,
  moves: readonly string[],
): ShownPlies => {
  const seen = new Map(keys.map((key, ply) => [key, ply]));
  let position = last;
  for (const [index, move] of moves.entries()) {
    const uci = normaliseUci(position, move);
    if (!uci.ok) return { shown: index, returnsToPly: null };
    position = position.after(uci.value);
    const returnsToPly = seen.get(position.key);
    if (returnsToPly !== undefined) return { shown: index, returnsToPly };
    seen.set(position.key, keys.length + index);
  }
  return { shown: moves.length, returnsToPly: null };
};
