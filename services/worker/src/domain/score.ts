/** What UCI says of a line: centipawns, or moves to mate (negative where the side to move is mated). */
export type Score = { readonly cp: number } | { readonly mate: number };

const MATE_VALUE = 30000;

/** One scale for both, by which lines are ordered. Source: analyses.md, "Mates". */
export function scoreValue(score: Score): number {
  if ('cp' in score) return score.cp;
  return score.mate > 0 ? MATE_VALUE - (2 * score.mate - 1) : -(MATE_VALUE + 2 * score.mate);
}
