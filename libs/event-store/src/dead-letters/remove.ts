import type { Tx } from '../database';

/** In the transaction that applied them. */
export async function remove(tx: Tx, consumer: string, eventIds: readonly string[]): Promise<void> {
  await tx.query(
    'remove-letters',
    `delete from dead_letters where consumer = $1 and event_id = any($2::uuid[])`,
    [consumer, eventIds],
  );
}
