import type { RequestFact } from './request-state';

/** An open request of the asked position. */
export interface OpenRow {
  readonly requestId: string;
  readonly budgetNodes: number;
  readonly state: 'PENDING' | 'LEASED' | 'DELIVERED';
}

/**
 * "Joins the open request of that position whose rung is at least the one asked for, waiting or running": the shallowest
 * such, null where a new request must be made. Source: queue.md, "Asking".
 */
export function requestToJoin(open: readonly OpenRow[], rung: number): OpenRow | null {
  const enough = open.filter(({ budgetNodes }) => budgetNodes >= rung);
  return enough.sort((a, b) => a.budgetNodes - b.budgetNodes)[0] ?? null;
}

export type AskResult = 'queued' | 'joined' | 'already-running' | 'already-yours';

export function askResult(joined: OpenRow | null, facts: readonly RequestFact[]): AskResult {
  if (!joined) return 'queued';
  if (facts.length === 0) return 'already-yours';
  return joined.state === 'PENDING' ? 'joined' : 'already-running';
}
