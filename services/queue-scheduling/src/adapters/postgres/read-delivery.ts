import type { Tx } from '@atomicdb/event-store';
import type { Delivery } from '../../domain/request-state';

/** The result that is on its way, or that completed the request. */
export async function readDelivery(tx: Tx, requestId: string): Promise<Delivery | undefined> {
  const [row] = await tx.query<Delivery>(
    'read-delivery',
    `select lease_id as "leaseId", pass_id as "passId" from deliveries where request_id = $1`,
    [requestId],
  );
  return row;
}
