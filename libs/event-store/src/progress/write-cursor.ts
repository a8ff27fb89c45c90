import type { Tx } from '../transaction';

export async function writeCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
  cursor: string,
): Promise<void> {
  await tx.query(
    'write-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, $4)
     on conflict (consumer, source, partition) do update set cursor = excluded.cursor`,
    [consumer, source, partition, cursor],
  );
}
