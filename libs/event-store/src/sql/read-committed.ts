import type { Tx } from '../transaction';
import { toCarried, type EventRow } from './event-row';
import { boundedRead, mostBytes } from './read-bounded';
import type { FeedBatch, FeedCursor } from './read-feed';

/** The next events whatever the horizon: right only while every append is held back (rebuild/append-gate.ts). */
export async function readCommitted(
  tx: Tx,
  producer: string,
  after: FeedCursor,
  limit: number,
): Promise<FeedBatch> {
  const values = [...after.split(':'), limit, mostBytes];
  const rows = await tx.query<EventRow & { cursor: string }>('read-committed', boundedRead(), values);
  return { events: rows.map((row) => ({ ...toCarried(row, producer), cursor: row.cursor })) };
}
