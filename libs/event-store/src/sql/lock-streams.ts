import type { Tx } from '../database';

/** More locks in one transaction could exhaust the server. Source: reliability.md, "Rules the code keeps" 2. */
export const maxStreamsATransaction = 1_000;

/**
 * Takes the advisory lock of each stream, in the order of the keys so that two writers never wait for each other.
 * It must be the first statement of the transaction: the transaction id is given out at the first write, and the feed
 * follows transaction ids, so a stream's order holds only when the lock comes before.
 *
 * @param buckets streams share this many locks; absent: each has its own
 */
export async function lockStreams(
  tx: Tx,
  schema: string,
  streams: readonly string[],
  buckets?: number,
): Promise<void> {
  const most = buckets ?? streams.length;
  if (most > maxStreamsATransaction) {
    throw new Error(`${most} streams in one transaction; at most ${maxStreamsATransaction}`);
  }
  await tx.query(
    'lock-streams',
    `select pg_advisory_xact_lock(key)
       from (select distinct hashtextextended($1 || '/' || coalesce(
                      abs(hashtextextended(stream, 2) % $3::bigint)::text, stream), 0) as key
               from unnest($2::text[]) as stream order by key) as keys`,
    [schema, streams, buckets ?? null],
  );
}
