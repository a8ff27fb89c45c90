import { streamId } from '@atomicdb/events';
import type { GetLeaseRequest, GetLeaseResponse } from '@atomicdb/rpc';
import { leaseWithToken } from './lease-token';
import type { QueueParts } from './parts';

/** A lease that was given out, live or not, and what became of its request. */
export function makeGetLease({ database, store, config }: QueueParts) {
  return ({ leaseId, token }: GetLeaseRequest): Promise<GetLeaseResponse> =>
    database.transaction(async (tx) => {
      const row = await leaseWithToken(tx, leaseId, token);
      const lease = {
        leaseId,
        token,
        requestId: row.request_id,
        position: row.position,
        budgetNodes: Number(row.budget_nodes),
        multipv: config.multipv,
        ttlMs: config.leaseTtlMs,
      };
      const [asked] = await store.readStream(tx, streamId('request', row.request_id));
      return {
        lease,
        requestState: row.state,
        workerAccountId: row.worker_account_id,
        traceparent: asked?.traceparent ?? '',
      };
    });
}
