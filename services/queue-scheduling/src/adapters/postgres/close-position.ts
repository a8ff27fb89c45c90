import type { Tx } from '@atomicdb/event-store';

export async function closePosition(tx: Tx, position: string, status: string): Promise<void> {
  await tx.query(
    'close-position',
    `insert into closed_positions (position, status) values ($1, $2)
     on conflict (position) do update set status = excluded.status`,
    [position, status],
  );
}
