import type { AnalysisCompleted, Engine, Line } from '@atomicdb/events';

/** What a worker says of a finished search; cp from the side to move, mates as 30000 - plies. */
export interface Pass {
  readonly searchedNodes: number;
  readonly lines: readonly Line[];
  readonly engine: Engine | undefined;
  readonly threads: number;
  readonly hashMb: number;
  readonly multipv: number;
  readonly elapsedMs: number;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Order of passes; the greatest is the current one. Source: analyses.md, "Latest". */
export function comparePasses(a: AnalysisCompleted, b: AnalysisCompleted): number {
  return (
    a.budgetNodes - b.budgetNodes ||
    a.lines.length - b.lines.length ||
    compareText(a.completedAt, b.completedAt) ||
    compareText(a.passId, b.passId)
  );
}
