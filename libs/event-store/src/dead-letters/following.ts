import type { Tx } from '../database';
import { deadLetterColumns, toDeadLetter, type PayloadRow, type StoredDeadLetter } from './dead-letter';

/** A stream as one consumer reads it. */
export interface ReadStream {
  readonly consumer: string;
  readonly owner: string;
  readonly stream: string;
}

/** Waiting letters whose versions follow `after` without a gap: version minus rank is the same for all of them. */
const following = `
  select event_id from (
    select event_id, version - row_number() over (order by version) as start
      from dead_letters
     where kind = 'waiting' and consumer = $1 and owner = $2 and stream = $3 and version > $4::int
  ) as waiting where start = $4::int`;

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

/** Marks them for the consumer's next transactions. */
export async function releaseFollowing(
  tx: Tx,
  { consumer, owner, stream }: ReadStream,
  after: number,
): Promise<void> {
  await tx.query(
    'release-following',
    `update dead_letters set released_at = now()
      where consumer = $1 and event_id in (${following}) and released_at is null`,
    [consumer, owner, stream, after],
  );
}
