import type { BeatRequest, BeatResponse } from '@atomicdb/rpc';
import { renewLeases } from '../adapters/postgres/renew-leases';
import { hashToken } from './lease-token';
import type { QueueParts } from './parts';

/** Renews leases in one statement, without the lock of the commons: a beat decides nothing about the order. */
export function makeBeat({ database, config }: QueueParts) {
  return async ({ beats }: BeatRequest): Promise<BeatResponse> => {
    const renewals = beats.map(({ leaseId, token, nodes }) => ({
      leaseId,
      tokenHash: hashToken(token),
      nodes,
    }));
    const renewed = await renewLeases(database, renewals, config.leaseTtlMs);
    return { lostLeaseIds: beats.flatMap(({ leaseId }) => (renewed.has(leaseId) ? [] : [leaseId])) };
  };
}
