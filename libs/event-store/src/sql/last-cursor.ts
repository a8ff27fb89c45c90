import type { Tx } from '../transaction';
import type { FeedCursor } from './read-feed';

/** The last event that is committed. */
export async function lastCursor(tx: Tx): Promise<FeedCursor> {
  const [row] = await tx.query<{ cursor: string }>(
    'last-cursor',
    `select tx_id || ':' || position as cursor from events
      order by events.tx_id desc, events.position desc limit 1`,
  );
  return row?.cursor ?? '0:0';
}
