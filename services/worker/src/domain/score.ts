import { scoreOfMate } from '@atomicdb/chess';

/** What UCI says of a line: centipawns, or moves to mate (negative where the side to move is mated). */
export type Score = { readonly cp: number } | { readonly mate: number };

/** One scale for both, by which lines are ordered. Source: analyses.md, "Mates". */
export function scoreValue(score: Score): number {
  return 'cp' in score ? score.cp : scoreOfMate(score.mate);
}
