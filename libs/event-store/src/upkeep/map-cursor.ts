import type { FeedCursor } from '../sql/read-feed';
import type { Tx } from '../transaction';
import { oldTransaction } from './old-transaction';

/** The cursor that stands, once the feed is numbered again, where this one stands now. */
export async function mapCursor(tx: Tx, cursor: FeedCursor): Promise<FeedCursor> {
  const [txId = '0', position = '0'] = cursor.split(':');
  const [row] = await tx.query<{ rank: string }>(
    'map-cursor',
    `select count(*) as rank from events where (tx_id, position) <= ($1::text::xid8, $2::bigint)`,
    [txId, position],
  );
  return `${oldTransaction}:${row?.rank ?? 0}`;
}
