import type { Tx } from '@atomicdb/event-store';
import type { RequestLeased } from '@atomicdb/events';

/** Charges the payer, where there is one. Source: queue.md, "The order" 4. */
export async function applyLeased(tx: Tx, leased: RequestLeased): Promise<void> {
  await tx.query(
    'apply-leased',
    `with request as (
       update requests set state = 'LEASED', paid_tag = $7::bigint where request_id = $1
     ), waiting as (
       update names set waiting = false where request_id = $1
     ), commons as (
       update commons set clock = greatest(clock, $8::bigint), last_lease = greatest(last_lease, $3::bigint)
     ), payer as (
       update account_clocks set tag = $7::bigint, last_lease = $3::bigint where account_id = $6
     )
     insert into leases (lease_id, lease_number, request_id, worker_account_id, session_id)
     values ($2, $3::bigint, $1, $4, $5)`,
    [
      leased.requestId,
      leased.leaseId,
      leased.leaseNumber,
      leased.workerAccountId,
      leased.sessionId,
      leased.payerAccountId,
      leased.tag,
      leased.clock,
    ],
  );
}
