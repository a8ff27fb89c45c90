import type { Tx } from '../database';
import { deadLetterColumns, toDeadLetter, type PayloadRow, type StoredDeadLetter } from './dead-letter';

/** The letters of one event: one for each consumer that set it aside. */
export async function find(tx: Tx, eventId: string): Promise<StoredDeadLetter[]> {
  const rows = await tx.query<PayloadRow>(
    'find-letters',
    `select ${deadLetterColumns} from dead_letters where event_id = $1 order by consumer`,
    [eventId],
  );
  return rows.map(toDeadLetter);
}
