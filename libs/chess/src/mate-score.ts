/**
 * The scale of scores: centipawns from the side to move, at most 20000 either way; a mate for it in d plies is
 * 30000 - d, one against it the negative of that. Sources: backing.md, "Terms"; analyses.md, "Passes" and "Mates".
 */
export const MATE_CP = 30_000;
const MATE_BAND_CP = 29_000;
export const MAX_CP = 20_000;
export const MAX_MATE_PLIES = 999;

/** Whether a score lies in the mate band: |cp| > 29000. */
export const isMateScore = (cp: number): boolean => Math.abs(cp) > MATE_BAND_CP;

/** Signed moves to mate of a score in the mate band, else null. */
export const movesToMate = (cp: number): number | null => {
  if (!isMateScore(cp)) return null;
  const moves = Math.ceil((MATE_CP - Math.abs(cp)) / 2);
  return cp > 0 ? moves : -moves;
};

/** Plies to a mate as UCI says it, in signed moves: `mate n` is 2n - 1, `mate -n` is 2n, `mate 0` is none, the end. */
export const pliesToMate = (moves: number): number => (moves > 0 ? 2 * moves - 1 : Math.abs(2 * moves));

/** Score of a mate as UCI says it. */
export const scoreOfMate = (moves: number): number => {
  const cp = MATE_CP - pliesToMate(moves);
  return moves > 0 ? cp : -cp;
};
