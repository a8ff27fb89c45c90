import type { FeedCursor } from '../sql/read-feed';
import type { Tx } from '../transaction';

/** The versions of one stream up to a place in the feed, the place included, in order. */
export async function versionsUpTo(tx: Tx, stream: string, upTo: FeedCursor): Promise<number[]> {
  const rows = await tx.query<{ version: number }>(
    'versions-up-to',
    `select version from events
      where stream = $1 and (tx_id, position) <= ($2::text::xid8, $3::bigint) order by version`,
    [stream, ...upTo.split(':')],
  );
  return rows.map(({ version }) => version);
}
