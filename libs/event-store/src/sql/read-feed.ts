import type { Tx } from '../transaction';
import { toCarried, type CarriedEvent, type EventRow } from './event-row';
import { boundedRead, mostBytes } from './read-bounded';

/** Place in the feed: `tx_id:position`; `0:0` is before everything. */
export type FeedCursor = string & { readonly brand?: 'feed-cursor' };

export interface FeedBatch {
  readonly events: (CarriedEvent & { readonly cursor: FeedCursor })[];
}

const statement = boundedRead('tx_id < pg_snapshot_xmin(pg_current_snapshot())');

/**
 * Events after the cursor in the order (tx_id, position), and only those below the safe horizon: a transaction that is
 * still open may yet add events with a smaller tx_id, and reading past it would skip them. Large events come in smaller
 * batches (read-bounded.ts); the feed ends where there is none.
 */
export async function readFeed(
  tx: Tx,
  producer: string,
  after: FeedCursor,
  limit: number,
): Promise<FeedBatch> {
  const [txId = '0', position = '0'] = after.split(':');
  const values = [txId, position, limit, mostBytes];
  const rows = await tx.query<EventRow & { cursor: string }>('read-feed', statement, values);
  return {
    events: rows.map((row) => Object.assign(toCarried(row, producer), { cursor: row.cursor })),
  };
}
