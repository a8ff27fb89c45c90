import { wholeStoreMs, type Tx } from '../transaction';
import type { FeedCursor } from './read-feed';

/** What a stream holds up to a place in the feed. */
export interface StreamSum {
  /** Number of its events, and their last version where none is missing. */
  readonly events: number;
  /** Sum over its events of the first 40 bits of the payload's MD5: equal where the payloads are. */
  readonly sum: number;
}

/** Every stream with events up to the place, the place included. */
export async function streamSums(tx: Tx, upTo: FeedCursor): Promise<Map<string, StreamSum>> {
  await tx.allowStatements(wholeStoreMs);
  const [txId = '0', position = '0'] = upTo.split(':');
  const rows = await tx.query<{ stream: string; events: number; sum: string }>(
    'stream-sums',
    `select stream, count(*)::int as events, sum(('x' || left(md5(payload), 10))::bit(40)::bigint)::text as sum
       from events where (tx_id, position) <= ($1::text::xid8, $2::bigint) group by stream`,
    [txId, position],
  );
  return new Map(rows.map(({ stream, events, sum }) => [stream, { events, sum: Number(sum) }]));
}
