import type { GetOrderRequest, GetOrderResponse, OrderRow } from '@atomicdb/rpc';
import { orderPage, type AccountOnPage } from '../adapters/postgres/order-page';
import { orderTotals } from '../adapters/postgres/order-totals';
import type { QueueParts } from './parts';

function toOrderRow(row: AccountOnPage): OrderRow {
  return {
    accountId: row.account_id,
    place: Number(row.place ?? 0),
    tagDistance: Number(row.tag_distance ?? 0),
    waitingRequests: Number(row.waiting_requests),
    waitingNodes: Number(row.waiting_nodes),
    byRung: row.by_rung ?? [],
    running: Number(row.running),
    oldestAsk: row.oldest_ask ?? '',
    shared: Number(row.shared),
  };
}

/** The public page: one row per account that has something waiting or running, in the order they are served. */
export function makeGetOrder({ database, config }: QueueParts) {
  return (_request: GetOrderRequest): Promise<GetOrderResponse> =>
    database.snapshot(async (tx) => {
      const rows = await orderPage(tx);
      const totals = await orderTotals(tx);
      return {
        rows: rows.map(toOrderRow),
        clock: totals.clock,
        waitingRequests: Number(totals.waiting_requests),
        waitingNodes: Number(totals.waiting_nodes),
        running: Number(totals.running),
        ladder: [...config.ladder],
      };
    });
}
