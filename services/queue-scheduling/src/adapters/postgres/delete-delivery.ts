import type { Tx } from '@atomicdb/event-store';

export async function deleteDelivery(tx: Tx, requestId: string): Promise<void> {
  await tx.query('delete-delivery', `delete from deliveries where request_id = $1`, [requestId]);
}
