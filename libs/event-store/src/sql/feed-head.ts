import type { Tx } from '../transaction';
import type { FeedCursor } from './read-feed';

/** The last place below the safe horizon. */
export async function feedHead(tx: Tx): Promise<FeedCursor> {
  const [row] = await tx.query<{ cursor: string }>(
    'feed-head',
    `select tx_id || ':' || position as cursor from events
      where tx_id < pg_snapshot_xmin(pg_current_snapshot())
      order by events.tx_id desc, events.position desc limit 1`,
  );
  return row?.cursor ?? '0:0';
}
