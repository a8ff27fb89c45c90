import type { Tx } from '../database';
import { deadLetterColumns, toDeadLetter, type PayloadRow, type StoredDeadLetter } from './dead-letter';
import { following, type ReadStream } from './following';

/** The waiting letters next in order, with no gap before or between them. */
export async function readFollowing(
  tx: Tx,
  { consumer, owner, stream }: ReadStream,
  after: number,
  limit: number,
): Promise<StoredDeadLetter[]> {
  const rows = await tx.query<PayloadRow>(
    'read-following',
    `select ${deadLetterColumns} from dead_letters
      where consumer = $1 and event_id in (${following}) order by version limit $5`,
    [consumer, owner, stream, after, limit],
  );
  return rows.map(toDeadLetter);
}
