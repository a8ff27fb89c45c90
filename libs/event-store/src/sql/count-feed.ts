import { wholeStoreMs, type Tx } from '../transaction';
import type { FeedCursor } from './read-feed';

/** Events after one cursor, up to and with another. */
export async function countFeed(tx: Tx, after: FeedCursor, upTo: FeedCursor): Promise<number> {
  await tx.allowStatements(wholeStoreMs);
  const [row] = await tx.query<{ count: string }>(
    'count-feed',
    `select count(*) from events
      where (tx_id, position) > ($1::text::xid8, $2::bigint) and (tx_id, position) <= ($3::text::xid8, $4::bigint)`,
    [...after.split(':'), ...upTo.split(':')],
  );
  return Number(row?.count ?? 0);
}
