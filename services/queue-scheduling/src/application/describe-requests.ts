import type { QueueRequest } from '@atomicdb/rpc';
import type { RequestRow } from '../adapters/postgres/request-row';
import { placesIn, type Place } from '../domain/places';
import type { SharedOrder } from './shared-order';

/** Rows as the service tells of them, waiting ones with their place in the exact order of a moment later. */
export async function describeRequests(
  order: SharedOrder,
  rows: readonly RequestRow[],
  accountId: string,
): Promise<QueueRequest[]> {
  const waiting = new Set(rows.flatMap((row) => (row.state === 'PENDING' ? [row.request_id] : [])));
  const places =
    waiting.size > 0 ? placesIn(await order.read(), waiting, accountId) : new Map<string, Place>();
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
