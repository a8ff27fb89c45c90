import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Rejected } from '@atomicdb/decider';
import type { Tx } from '@atomicdb/event-store';
import { readLease, type LeaseRow } from '../adapters/postgres/read-lease';

/** The fencing token of a lease: its number, which grows, and a secret. Only its hash is kept. */
export function makeToken(leaseNumber: number): string {
  return `${leaseNumber}.${randomBytes(24).toString('base64url')}`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The lease that the token was issued for, live or not; an unknown lease and a wrong token are the same refusal. */
export async function leaseWithToken(tx: Tx, leaseId: string, token: string): Promise<LeaseRow> {
  const lease = await readLease(tx, leaseId);
  if (lease && timingSafeEqual(lease.token_hash, hashToken(token))) return lease;
  throw new Rejected('lease-unknown', 'No lease has this id and token.', 'lease_id');
}
