import type { Tx } from '@atomicdb/event-store';

/** One account on the public page. */
export interface AccountOnPage {
  account_id: string;
  /** Null where nothing of it can be served now. */
  place: string | null;
  tag_distance: string | null;
  waiting_requests: string;
  waiting_nodes: string;
  by_rung: { budgetNodes: number; requests: number }[] | null;
  running: string;
  /** RFC 3339. */
  oldest_ask: string | null;
  shared: string;
}

/** The same view as the lease reads. Only open requests have names; those that do not wait run. */
export function orderPage(tx: Tx): Promise<AccountOnPage[]> {
  return tx.query<AccountOnPage>(
    'order-page',
    `with listed as (
       select n.account_id, n.budget_nodes, n.joined_at, w.request_id is not null as waits,
              exists (select from names o where o.request_id = n.request_id and o.account_id <> n.account_id) as shared
         from names n
         left join waiting_names w using (request_id, account_id)
     ), rungs as (
       select account_id, budget_nodes,
              count(*) filter (where waits) as waiting,
              count(*) filter (where not waits) as running,
              min(joined_at) filter (where waits) as oldest,
              count(*) filter (where waits and shared) as shared
         from listed
        group by account_id, budget_nodes
     )
     select account_id, o.place, o.tag - c.clock as tag_distance,
            sum(waiting) as waiting_requests,
            sum(waiting * rungs.budget_nodes) as waiting_nodes,
            json_agg(json_build_object('budgetNodes', rungs.budget_nodes, 'requests', waiting)
                     order by rungs.budget_nodes) filter (where waiting > 0) as by_rung,
            sum(running) as running,
            to_char(min(oldest) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_ask,
            sum(shared) as shared
       from rungs
       left join commons_order o using (account_id)
       cross join commons c
      group by account_id, o.place, o.tag, c.clock
      order by o.place nulls last, account_id`,
  );
}
