import type { Database } from '@atomicdb/event-store';

export interface Renewal {
  readonly leaseId: string;
  readonly tokenHash: Buffer;
  /** Searched so far. */
  readonly nodes: number;
}

/**
 * Renews what is still live, and says which. Rows are locked in one order for all, and `live` is read again under the lock:
 * a lease that the reaper is just taking back is not renewed.
 */
export async function renewLeases(
  database: Database,
  renewals: readonly Renewal[],
  ttlMs: number,
): Promise<Set<string>> {
  const rows = await database.query<{ lease_id: string }>(
    'renew-leases',
    `with beat as (
       select * from unnest($1::text[], $2::bytea[], $3::bigint[]) as beat(lease_id, token_hash, nodes)
     ), held as (
       select t.lease_id, beat.nodes
         from lease_tokens t join beat using (lease_id, token_hash)
        where t.live
        order by t.lease_id
          for no key update of t
     )
     update lease_tokens t
        set nodes = greatest(t.nodes, held.nodes),
            expires_at = clock_timestamp() + $4::bigint * interval '1 millisecond'
       from held
      where t.lease_id = held.lease_id
     returning t.lease_id`,
    [
      renewals.map(({ leaseId }) => leaseId),
      renewals.map(({ tokenHash }) => tokenHash),
      renewals.map(({ nodes }) => nodes),
      ttlMs,
    ],
  );
  return new Set(rows.map((row) => row.lease_id));
}
