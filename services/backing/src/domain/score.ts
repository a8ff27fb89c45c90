import type { Closure } from './closure';

/** Centipawns from the side to move, between -30000 and 30000; a mate for the mover in d plies is 30000 - d. */
export type ScoreCp = number & { readonly unit: 'ScoreCp' };

const mateCp = 30_000;
const mateBandCp = 29_000;

export const drawCp = 0 as ScoreCp;

/** Throws RangeError outside ±30000. */
export function makeScore(cp: number): ScoreCp {
  if (!Number.isInteger(cp) || Math.abs(cp) > mateCp) throw new RangeError(`cp ${cp} is out of ±${mateCp}`);
  return cp as ScoreCp;
}

export function isMate(score: ScoreCp): boolean {
  return Math.abs(score) > mateBandCp;
}

/** The score one ply up: negated, and a mate one ply further away. */
export function up(score: ScoreCp): ScoreCp {
  if (score === 0) return drawCp;
  return (isMate(score) ? -(score - Math.sign(score)) : -score) as ScoreCp;
}

/** The score one ply down its line: negated, and a mate one ply nearer. */
export function down(score: ScoreCp): ScoreCp {
  if (score === 0) return drawCp;
  const nearer = isMate(score) ? score + Math.sign(score) : score;
  return -Math.max(-mateCp, Math.min(mateCp, nearer)) as ScoreCp;
}

/** What a proof is worth to its side to move: ±(30000 - plies), 0 for a draw. */
export function scoreOf(closure: Closure): ScoreCp {
  switch (closure.status) {
    case 'WIN':
      return (mateCp - closure.plies) as ScoreCp;
    case 'LOSS':
      return (closure.plies - mateCp) as ScoreCp;
    case 'DRAW':
      return drawCp;
  }
}
