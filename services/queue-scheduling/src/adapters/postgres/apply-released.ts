import type { Tx } from '@atomicdb/event-store';
import type { LeaseReleased } from '@atomicdb/events';

/** The row is back in its place, its token renews nothing any more. */
export async function applyReleased(tx: Tx, released: LeaseReleased): Promise<void> {
  await tx.query(
    'apply-released',
    `with request as (
       update requests set state = 'PENDING' where request_id = $1
     ), waiting as (
       update names set waiting = true where request_id = $1
     ), token as (
       update lease_tokens set live = false where lease_id = $2
     )
     update leases set ended = $3 where lease_id = $2`,
    [released.requestId, released.leaseId, released.reason],
  );
}
