import { escapeLiteral } from 'pg';
import { gateKey } from '../rebuild/append-gate';
import type { Tx } from '../transaction';

/** More locks in one transaction could exhaust the server. Source: reliability.md, "Rules the code keeps" 2. */
export const maxStreamsATransaction = 1_000;

/** What is locked: streams of one schema. */
export interface StreamLocks {
  readonly schema: string;
  readonly streams: readonly string[];
  /** Streams share this many locks; absent: each has its own. */
  readonly buckets?: number | undefined;
}

function refuseTooMany({ streams, buckets }: StreamLocks): void {
  const most = buckets ?? streams.length;
  if (most <= maxStreamsATransaction) return;
  throw new Error(`${most} streams in one transaction; at most ${maxStreamsATransaction}`);
}

// The gate is passed before the first stream is locked: the sort below reads everything before it gives anything.
const lockThem = (schema: string, streams: string, buckets: string) =>
  `select pg_advisory_xact_lock(key)
     from (select distinct hashtextextended(${schema} || '/' || coalesce(
                    abs(hashtextextended(stream, 2) % ${buckets}::bigint)::text, stream), 0) as key
             from (select pg_advisory_xact_lock_shared(${gateKey(schema)})) as gate,
                  unnest(${streams}::text[]) as stream
            order by key) as keys`;

/**
 * Takes the advisory lock of each stream, in the order of the keys so that two writers never wait for each other.
 * It must be the first statement of the transaction: the transaction id is given out at the first write, and the feed
 * follows transaction ids, so a stream's order holds only when the lock comes before.
 */
export async function lockStreams(tx: Tx, locks: StreamLocks): Promise<void> {
  refuseTooMany(locks);
  const { schema, streams, buckets } = locks;
  await tx.query('lock-streams', lockThem('$1', '$2', '$3'), [schema, streams, buckets ?? null]);
}

/** The same statement with its values in the text, to travel with the `begin` before it. */
export function lockStatement(locks: StreamLocks): string {
  refuseTooMany(locks);
  const [only, ...others] = locks.streams;
  if (only !== undefined && others.length === 0 && locks.buckets === undefined) {
    const [schema, key] = [escapeLiteral(locks.schema), escapeLiteral(`${locks.schema}/${only}`)];
    return `select pg_advisory_xact_lock_shared(${gateKey(schema)});
            select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  }
  const streams = `array[${locks.streams.map(escapeLiteral).join(',')}]`;
  return lockThem(escapeLiteral(locks.schema), streams, String(locks.buckets ?? 'null'));
}
