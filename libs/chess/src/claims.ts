import type { RulesVariantName } from './identity.js';
import type { LineWalk } from './line.js';
import { claimableMoves } from './line.js';
import { VARIANTS } from './variants.js';

/** A draw that the side to move may claim by announcing this move. */
export interface Claim {
  readonly uci: string;
  readonly rule: string;
}

/**
 * Moves of the last position with which its side to move may claim a draw: those that bring the third occurrence
 * onto the board, and those that complete the plies without progress. Source: positions.md, "Lines" ("also with a
 * move it intends to play"), and "The adjudicator", step 3.
 *
 * @param halfmoves counter of the last position
 */
export const claimsOf = (walk: LineWalk<RulesVariantName>, halfmoves: number): Claim[] => {
  const { state, variant } = walk.last;
  const repeating = new Set(claimableMoves(walk));
  const quiet = VARIANTS[variant].law.moveRules.find(({ verdict }) => verdict === 'claimable');
  const isQuietEnough = quiet !== undefined && halfmoves + 1 >= quiet.plies;
  return state.moves().flatMap((uci) => {
    if (repeating.has(uci)) return [{ uci, rule: 'threefold-repetition' }];
    return isQuietEnough && !state.restartsCounter(uci) ? [{ uci, rule: quiet.rule }] : [];
  });
};
