import type { Tx } from '@atomicdb/event-store';

export interface ExpiredLease {
  lease_id: string;
  request_id: string;
  position: string;
  budget_nodes: string;
}

/**
 * Leases silent for their whole time, oldest first; one whose token is not known is lost too. The tokens are locked, so a
 * beat that comes meanwhile is answered after this transaction. A row with an accepted result is not under its lease any more.
 */
export function expiredLeases(tx: Tx, limit: number): Promise<ExpiredLease[]> {
  return tx.query<ExpiredLease>(
    'expired-leases',
    `with silent as materialized (
       select lease_id from lease_tokens
        where live and expires_at < clock_timestamp()
        order by lease_id
          for no key update
     )
     select l.lease_id, l.request_id, r.position, r.budget_nodes
       from leases l
       join requests r using (request_id)
      where l.ended is null
        and (l.lease_id in (select lease_id from silent)
             or not exists (select from lease_tokens t where t.lease_id = l.lease_id))
        and not exists (select from deliveries d where d.request_id = l.request_id and d.open)
      order by l.lease_number
      limit $1`,
    [limit],
  );
}
