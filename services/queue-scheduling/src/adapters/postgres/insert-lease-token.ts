import type { Tx } from '@atomicdb/event-store';

/** Time by the database's clock. */
export async function insertLeaseToken(
  tx: Tx,
  leaseId: string,
  tokenHash: Buffer,
  ttlMs: number,
): Promise<void> {
  await tx.query(
    'insert-lease-token',
    `insert into lease_tokens (lease_id, token_hash, expires_at)
     values ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond')`,
    [leaseId, tokenHash, ttlMs],
  );
}
