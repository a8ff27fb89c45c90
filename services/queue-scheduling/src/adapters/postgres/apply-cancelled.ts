import type { Tx } from '@atomicdb/event-store';
import type { RequestCancelled } from '@atomicdb/events';

export async function applyCancelled(tx: Tx, cancelled: RequestCancelled): Promise<void> {
  await tx.query(
    'apply-cancelled',
    `with request as (
       update requests set state = 'CANCELLED' where request_id = $1 and $3::boolean
     )
     delete from names where request_id = $1 and account_id = $2`,
    [cancelled.requestId, cancelled.accountId, cancelled.rowClosed],
  );
}
