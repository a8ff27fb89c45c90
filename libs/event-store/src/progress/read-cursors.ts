import type { Tx } from '../transaction';

/** How far a consumer came in each partition of a source. */
export async function readCursors(tx: Tx, consumer: string, source: string): Promise<Map<number, string>> {
  const rows = await tx.query<{ partition: number; cursor: string }>(
    'read-cursors',
    `select partition, cursor from consumer_progress where consumer = $1 and source = $2`,
    [consumer, source],
  );
  return new Map(rows.filter((row) => row.cursor).map((row) => [row.partition, row.cursor]));
}
