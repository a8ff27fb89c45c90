import type { Tx } from '../transaction';

/**
 * The cursor of one partition, its row locked until the transaction ends: two members of a group that both believe to
 * own the partition apply one after the other, and the second sees what the first did. Null before the first event.
 */
export async function lockCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
): Promise<string | null> {
  const place = [consumer, source, partition];
  const found = await lockRow(tx, place);
  if (found !== undefined) return found || null;
  await tx.query(
    'make-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, '')
     on conflict do nothing`,
    place,
  );
  return (await lockRow(tx, place)) || null;
}

async function lockRow(tx: Tx, place: readonly unknown[]): Promise<string | undefined> {
  const [row] = await tx.query<{ cursor: string }>(
    'lock-cursor',
    `select cursor from consumer_progress where consumer = $1 and source = $2 and partition = $3 for update`,
    place,
  );
  return row?.cursor;
}
