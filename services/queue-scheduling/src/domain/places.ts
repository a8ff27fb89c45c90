import type { Served } from './order';

/** What is served before a waiting row. */
export interface Place {
  readonly requestsAhead: number;
  readonly nodesAhead: number;
  /** How many of those carry the name that was looked for. */
  readonly ownRequestsAhead: number;
}

/** Places of the rows that have one, by request id. */
export function placesIn(
  served: readonly Served[],
  wanted: ReadonlySet<string>,
  accountId: string,
): Map<string, Place> {
  const places = new Map<string, Place>();
  let nodesAhead = 0;
  let ownRequestsAhead = 0;
  for (const [requestsAhead, { row }] of served.entries()) {
    if (wanted.has(row.requestId)) places.set(row.requestId, { requestsAhead, nodesAhead, ownRequestsAhead });
    nodesAhead += row.budgetNodes;
    if (row.names.some((name) => name.accountId === accountId)) ownRequestsAhead += 1;
  }
  return places;
}
