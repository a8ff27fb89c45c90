import type { Tx } from '../transaction';

/**
 * Whether the feed ends with a transaction that this cluster has not given out yet: what is appended now would come
 * before it, where consumers have been. Reads one entry of the index, however many events there are.
 */
export async function isForeign(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ foreign: boolean }>(
    'is-foreign',
    `select tx_id >= pg_snapshot_xmax(pg_current_snapshot()) as foreign from events
      order by tx_id desc, position desc limit 1`,
  );
  return row?.foreign ?? false;
}
