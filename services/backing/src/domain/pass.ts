import type { ScoreCp } from './score';

/** What a value needs to know of one completed analysis. */
export interface Pass {
  readonly passId: string;
  readonly budgetNodes: number;
  /** Nodes really searched: what the analysis weighs as support. */
  readonly nodes: number;
  readonly completedAtMs: number;
  /** In rank order, never empty. */
  readonly lines: readonly PassLine[];
}

export interface PassLine {
  readonly move: string;
  readonly cp: ScoreCp;
}

/** Score of line 1: the eval_cp of the position when the pass is its current one. */
export function pointOf(pass: Pass): ScoreCp {
  const [first] = pass.lines;
  if (first === undefined) throw new RangeError(`pass ${pass.passId} has no line`);
  return first.cp;
}

/** The showcase bound: two or more published lines let the negamax run as if every move were known. */
export function grantsPermission(pass: Pass): boolean {
  return pass.lines.length >= 2;
}

/** What makes one pass later than another. */
export interface PassOrder {
  readonly budgetNodes: number;
  /** Number of lines. */
  readonly width: number;
  /** Milliseconds since 1970, UTC. */
  readonly completedAtMs: number;
  readonly passId: string;
}

export function orderOf(pass: Pass): PassOrder {
  const { budgetNodes, completedAtMs, passId } = pass;
  return { budgetNodes, width: pass.lines.length, completedAtMs, passId };
}

/** Positive when a is later: greatest by (budget, width, completed-at, id). Source: analyses.md, "Latest". */
export function comparePassOrder(a: PassOrder, b: PassOrder): number {
  return (
    a.budgetNodes - b.budgetNodes ||
    a.width - b.width ||
    a.completedAtMs - b.completedAtMs ||
    compareText(a.passId, b.passId)
  );
}

/** Order by code unit. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
