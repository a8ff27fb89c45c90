import type { Tx } from '../transaction';
import { eventColumns, toCarried, type CarriedEvent, type EventRow } from './event-row';

/** Place in the feed: `tx_id:position`; `0:0` is before everything. */
export type FeedCursor = string & { readonly brand?: 'feed-cursor' };

export interface FeedBatch {
  readonly events: (CarriedEvent & { readonly cursor: FeedCursor })[];
}

/** A batch ends before this many bytes of payload, so that big events do not fill the memory; it has one event at least. */
const mostBytes = 8_388_608;

/**
 * Events after the cursor in the order (tx_id, position), and only those below the safe horizon: a transaction that is
 * still open may yet add events with a smaller tx_id, and reading past it would skip them.
 */
export async function readFeed(
  tx: Tx,
  producer: string,
  after: FeedCursor,
  limit: number,
): Promise<FeedBatch> {
  const [txId = '0', position = '0'] = after.split(':');
  const rows = await tx.query<EventRow & { cursor: string }>(
    'read-feed',
    `select ${eventColumns}, tx_id || ':' || position as cursor
       from (select *, sum(octet_length(payload)) over (order by tx_id, position) - octet_length(payload) as before
               from (select * from events
                      where (tx_id, position) > ($1::text::xid8, $2::bigint)
                        and tx_id < pg_snapshot_xmin(pg_current_snapshot())
                      order by tx_id, position
                      limit $3) as ahead) as sized
      where before < $4
      order by sized.tx_id, sized.position`,
    [txId, position, limit, mostBytes],
  );
  return {
    events: rows.map((row) => ({ ...toCarried(row, producer), cursor: row.cursor })),
  };
}
