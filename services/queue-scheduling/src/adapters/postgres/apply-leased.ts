import type { Tx } from '@atomicdb/event-store';
import type { RequestLeased } from '@atomicdb/events';

/** The payer's clock is `applyClocks`'s. */
export async function applyLeased(tx: Tx, leased: RequestLeased): Promise<void> {
  await tx.query(
    'apply-leased',
    `with request as (
       update requests set state = 'LEASED', paid_tag = $6::bigint where request_id = $1
     ), waiting as (
       update names set waiting = false where request_id = $1
     )
     insert into leases (lease_id, lease_number, request_id, worker_account_id, session_id)
     values ($2, $3::bigint, $1, $4, $5)`,
    [
      leased.requestId,
      leased.leaseId,
      leased.leaseNumber,
      leased.workerAccountId,
      leased.sessionId,
      leased.tag,
    ],
  );
}
