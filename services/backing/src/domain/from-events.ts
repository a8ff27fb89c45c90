import type { AddedPosition, AnalysisCompleted } from '@atomicdb/events';
import { makeClosure, type Closure } from './closure';
import type { Pass } from './pass';
import { makeScore } from './score';

export function toClosure(closure: AddedPosition['closure']): Closure | null {
  if (closure === undefined) return null;
  return makeClosure(closure.status, closure.gate, closure.plies ?? null);
}

export function toPass(analysis: AnalysisCompleted): Pass {
  const lines = [...analysis.lines].sort((a, b) => a.rank - b.rank);
  return {
    passId: analysis.passId,
    budgetNodes: analysis.budgetNodes,
    // What is credited: a worker may claim any number of nodes, and support must not be bought with one.
    nodes: analysis.creditedNodes,
    completedAtMs: Date.parse(analysis.completedAt),
    lines: lines.map(({ move, cp }) => ({ move, cp: makeScore(cp) })),
  };
}
