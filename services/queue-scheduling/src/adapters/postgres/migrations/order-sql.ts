/**
 * The order of the commons, once: the lease, the public page and the places all read it. It is a view with two
 * parameters, what a worker may take; `commons_order` is the view for a worker that may take everything.
 * Source: queue.md, "The order" 1 to 3.
 *
 * Cost: for each account that ever asked, its list up to the first row that may be taken. That a position is searched is
 * probed by a function, row by row: as an anti-join it took 290 ms instead of 0.6 ms (5 accounts, 28 waiting rows each).
 */
export const orderSql = [
  `create function position_runs(wanted text) returns boolean language sql stable as $$
     select exists (select from requests r where r.position = wanted and r.state = 'LEASED')
         or exists (select from requests r join deliveries d using (request_id)
                     where r.position = wanted and r.state = 'PENDING' and d.open)
   $$`,
  `create function commons_order_for(taken_variants text[], max_budget bigint)
     returns table (
       account_id text, request_id text, "position" text, budget_nodes bigint, tag bigint, last_lease bigint, seq bigint
     )
     language sql stable as $$
       select a.account_id, head.request_id, head.position, head.budget_nodes,
              coalesce(r.paid_tag, greatest(a.tag, head.asked_at) + head.budget_nodes) as tag,
              a.last_lease, head.seq
         from account_clocks a
         cross join lateral (
           select listed.*
             from (
               select n.* from names n where n.account_id = a.account_id and n.waiting order by n.ord offset 0
             ) listed
            where (taken_variants is null or listed.variant = any(taken_variants))
              and (max_budget = 0 or listed.budget_nodes <= max_budget)
              and not position_runs(listed.position)
            limit 1
         ) head
         join requests r using (request_id)
        order by tag, a.last_lease, head.seq
     $$`,
  `create view commons_order as
     select *, row_number() over (order by tag, last_lease, seq) as place from commons_order_for(null, 0)`,
  // A request with an accepted result waits no more, whatever its folded state says.
  `create view waiting_names as
     select n.* from names n
      where n.waiting and not exists (select from deliveries d where d.request_id = n.request_id and d.open)`,
  `create view request_rows as
     select r.request_id, r.position, r.budget_nodes, r.author_account_id, r.state as folded_state,
            case when d.request_id is null then r.state else 'DELIVERED' end as state,
            coalesce(t.nodes, 0) as progress_nodes,
            (select count(*)::int from names n where n.request_id = r.request_id) as names
       from requests r
       left join deliveries d on d.request_id = r.request_id and d.open
       left join leases l on l.request_id = r.request_id and l.ended is null
       left join lease_tokens t on t.lease_id = l.lease_id`,
];
