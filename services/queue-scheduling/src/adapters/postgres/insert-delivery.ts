import type { Tx } from '@atomicdb/event-store';
import type { Delivery } from '../../domain/request-state';

export async function insertDelivery(
  tx: Tx,
  requestId: string,
  { leaseId, passId }: Delivery,
): Promise<void> {
  await tx.query(
    'insert-delivery',
    `insert into deliveries (request_id, lease_id, pass_id, accepted_at) values ($1, $2, $3, clock_timestamp())`,
    [requestId, leaseId, passId],
  );
}
