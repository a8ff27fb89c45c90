import type { Lease, workerApi } from '@atomicdb/rpc';

const longestBeatMs = 20_000;
const beatsInOneSilence = 6;

/**
 * A lease in the words of the worker API: the canonical FEN is the key with counters 0 1.
 *
 * @param nodesPerSecond of the worker, for the expected time
 */
export function toAssignment(lease: Lease, nodesPerSecond: number): workerApi.Assignment {
  const colon = lease.position.indexOf(':');
  return {
    leaseId: lease.leaseId,
    token: lease.token,
    variant: lease.position.slice(0, colon),
    fen: `${lease.position.slice(colon + 1)} 0 1`,
    nodes: lease.budgetNodes,
    multipv: lease.multipv,
    beatMs: Math.min(longestBeatMs, Math.floor(lease.ttlMs / beatsInOneSilence)),
    expectedSeconds: Math.ceil(lease.budgetNodes / nodesPerSecond),
  };
}
