import type { Tx } from '../database';
import { factColumns, toFacts, type DeadLetterRow, type ListedDeadLetter } from './dead-letter';

/** The letters of one consumer, or of all, oldest first. */
export async function list(tx: Tx, consumer: string | null, limit: number): Promise<ListedDeadLetter[]> {
  const rows = await tx.query<DeadLetterRow & { payload_bytes: number }>(
    'list-letters',
    `select ${factColumns}, octet_length(payload) as payload_bytes from dead_letters
      where $1::text is null or consumer = $1
      order by dead_letters.set_aside_at, consumer, stream, version, event_id limit $2`,
    [consumer, limit],
  );
  return rows.map((row) => ({ ...toFacts(row), payloadBytes: row.payload_bytes }));
}
