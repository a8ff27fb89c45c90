import type { QueueRequest } from '@atomicdb/rpc';

/** What stands before a waiting request; null where it does not wait or is not known. */
export interface Place {
  readonly requests_ahead: number | null;
  readonly nodes_ahead: number | null;
}

export function placeOf({ requestsAhead, nodesAhead }: QueueRequest): Place {
  return { requests_ahead: requestsAhead ?? null, nodes_ahead: nodesAhead ?? null };
}
