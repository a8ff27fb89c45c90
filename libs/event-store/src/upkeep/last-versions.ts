import type { FeedCursor } from '../sql/read-feed';
import { wholeStoreMs, type Tx } from '../transaction';

/** The last version of every stream up to a place in the feed, the place included. */
export async function lastVersions(tx: Tx, upTo: FeedCursor): Promise<Map<string, number>> {
  await tx.allowStatements(wholeStoreMs);
  const rows = await tx.query<{ stream: string; version: number }>(
    'last-versions',
    `select stream, max(version) as version from events
      where (tx_id, position) <= ($1::text::xid8, $2::bigint) group by stream`,
    upTo.split(':'),
  );
  return new Map(rows.map(({ stream, version }) => [stream, version]));
}
