import type { Tx } from '@atomicdb/event-store';

export interface OverdueDelivery {
  request_id: string;
  position: string;
  budget_nodes: string;
}

/** Requests whose result was accepted one lease time ago and has not been announced since. */
export function overdueDeliveries(tx: Tx, ttlMs: number, limit: number): Promise<OverdueDelivery[]> {
  return tx.query<OverdueDelivery>(
    'overdue-deliveries',
    `select d.request_id, r.position, r.budget_nodes
       from deliveries d
       join requests r using (request_id)
      where d.open and d.accepted_at < clock_timestamp() - $1::bigint * interval '1 millisecond'
      order by d.accepted_at
      limit $2`,
    [ttlMs, limit],
  );
}
