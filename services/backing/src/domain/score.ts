import { isMateScore, MATE_CP } from '@atomicdb/chess';
import type { Closure } from './closure';

/** Centipawns from the side to move, between -30000 and 30000; a mate for the mover in d plies is 30000 - d. */
export type ScoreCp = number & { readonly unit: 'ScoreCp' };

export const drawCp = 0 as ScoreCp;

/** Throws RangeError outside ±30000. */
export function makeScore(cp: number): ScoreCp {
  if (!Number.isInteger(cp) || Math.abs(cp) > MATE_CP) throw new RangeError(`cp ${cp} is out of ±${MATE_CP}`);
  return cp as ScoreCp;
}

/** The score one ply up: negated, and a mate one ply further away. */
export function up(score: ScoreCp): ScoreCp {
  if (score === 0) return drawCp;
  return (isMateScore(score) ? -(score - Math.sign(score)) : -score) as ScoreCp;
}

/** The score one ply down its line: negated, and a mate one ply nearer. */
export function down(score: ScoreCp): ScoreCp {
  if (score === 0) return drawCp;
  const nearer = isMateScore(score) ? score + Math.sign(score) : score;
  return -Math.max(-MATE_CP, Math.min(MATE_CP, nearer)) as ScoreCp;
}

/** What a proof is worth to its side to move: ±(30000 - plies), 0 for a draw. */
export function scoreOf(closure: Closure): ScoreCp {
  switch (closure.status) {
    case 'WIN':
      return (MATE_CP - closure.plies) as ScoreCp;
    case 'LOSS':
      return (closure.plies - MATE_CP) as ScoreCp;
    case 'DRAW':
      return drawCp;
  }
}
