import type { Tx } from '../database';
import { deadLetterColumns, toDeadLetter, type PayloadRow, type StoredDeadLetter } from './dead-letter';

/** Those of the named letters that are still released, in the same order: another replica may have applied the others. */
export async function readStillReleased(
  tx: Tx,
  consumer: string,
  eventIds: readonly string[],
): Promise<StoredDeadLetter[]> {
  const rows = await tx.query<PayloadRow>(
    'read-still-released',
    `select ${deadLetterColumns} from dead_letters
      where consumer = $1 and event_id = any($2::uuid[]) and released_at is not null
      order by owner, stream, version`,
    [consumer, eventIds],
  );
  return rows.map(toDeadLetter);
}
