import type { Tx } from '../transaction';

/** Number of events whose transaction this cluster has not given out yet: they come from another one. */
export async function foreignTransactions(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    'foreign-transactions',
    `select count(*) as count from events where tx_id >= pg_snapshot_xmax(pg_current_snapshot())`,
  );
  return Number(row?.count ?? 0);
}
