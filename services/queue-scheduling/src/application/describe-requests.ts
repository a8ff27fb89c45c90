import type { Tx } from '@atomicdb/event-store';
import type { QueueRequest } from '@atomicdb/rpc';
import { readWaiting } from '../adapters/postgres/read-waiting';
import type { RequestRow } from '../adapters/postgres/request-row';
import { serve } from '../domain/order';
import { placesIn, type Place } from '../domain/places';

/**
 * Rows as the service tells of them, waiting ones with their place in the exact order.
 * Cost: where one waits, the order of the whole commons is computed: read of every waiting name, then O(n log n).
 */
export async function describeRequests(
  tx: Tx,
  rows: readonly RequestRow[],
  accountId: string,
): Promise<QueueRequest[]> {
  const waiting = new Set(rows.flatMap((row) => (row.state === 'PENDING' ? [row.request_id] : [])));
  const places =
    waiting.size > 0 ? placesIn(serve(await readWaiting(tx)), waiting, accountId) : new Map<string, Place>();
  return rows.map((row) => toQueueRequest(row, places.get(row.request_id)));
}

function toQueueRequest(row: RequestRow, place: Place | undefined): QueueRequest {
  return {
    requestId: row.request_id,
    position: row.position,
    budgetNodes: Number(row.budget_nodes),
    state: row.state,
    requestsAhead: place?.requestsAhead,
    nodesAhead: place?.nodesAhead,
    ownRequestsAhead: place?.ownRequestsAhead,
    progressNodes: Number(row.progress_nodes),
    names: row.names,
  };
}
