import type { Tx } from '../database';
import { deadLetterColumns, toDeadLetter, type PayloadRow, type StoredDeadLetter } from './dead-letter';

/** Letters the consumer is to apply, in the order of their streams. */
export async function readReleased(tx: Tx, consumer: string, limit: number): Promise<StoredDeadLetter[]> {
  const rows = await tx.query<PayloadRow>(
    'read-released',
    `select ${deadLetterColumns} from dead_letters
      where consumer = $1 and released_at is not null
      order by owner, stream, version limit $2`,
    [consumer, limit],
  );
  return rows.map(toDeadLetter);
}
