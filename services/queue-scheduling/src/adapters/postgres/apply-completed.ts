import type { Tx } from '@atomicdb/event-store';
import type { RequestCompleted } from '@atomicdb/events';

export async function applyCompleted(tx: Tx, completed: RequestCompleted): Promise<void> {
  await tx.query(
    'apply-completed',
    `with request as (
       update requests set state = 'COMPLETED' where request_id = $1
     ), gone as (
       delete from names where request_id = $1
     ), delivery as (
       update deliveries set open = false where request_id = $1
     ), lease as (
       update leases set ended = 'completed' where request_id = $1 and ended is null returning lease_id
     )
     update lease_tokens set live = false where lease_id in (select lease_id from lease)`,
    [completed.requestId],
  );
}
