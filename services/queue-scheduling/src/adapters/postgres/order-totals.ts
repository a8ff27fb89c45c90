import type { Tx } from '@atomicdb/event-store';

export interface OrderTotals {
  /** V, nodes. */
  clock: string;
  waiting_requests: string;
  waiting_nodes: string;
  running: string;
}

/** A shared row counts once here, and once for each account on the page. */
export async function orderTotals(tx: Tx): Promise<OrderTotals> {
  const [row] = await tx.query<OrderTotals>(
    'order-totals',
    `with open as (
       select r.budget_nodes,
              r.state = 'PENDING'
                and not exists (select from deliveries d where d.request_id = r.request_id and d.open) as waits
         from requests r
        where r.state in ('PENDING', 'LEASED')
     )
     select (select clock from commons) as clock,
            count(*) filter (where waits) as waiting_requests,
            coalesce(sum(budget_nodes) filter (where waits), 0) as waiting_nodes,
            count(*) filter (where not waits) as running
       from open`,
  );
  return row ?? { clock: '0', waiting_requests: '0', waiting_nodes: '0', running: '0' };
}
