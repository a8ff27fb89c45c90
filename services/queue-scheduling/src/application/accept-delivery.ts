import type { AcceptDeliveryRequest, AcceptDeliveryResponse } from '@atomicdb/rpc';
import { leaseWithToken } from './lease-token';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';

/**
 * Makes the row DELIVERED in one transaction: from then on reaper, lease and withdraw pass it over until its
 * `AnalysisCompleted` comes or one lease time has gone. Source: architecture.md, "Delivery".
 */
export function makeAcceptDelivery({ store }: QueueParts) {
  return ({ leaseId, token, passId }: AcceptDeliveryRequest): Promise<AcceptDeliveryResponse> =>
    store.transaction(commonsLock, async (tx) => {
      const lease = await leaseWithToken(tx, leaseId, token);
      const facts = await runCommand(tx, store, lease.request_id, {
        type: 'AcceptDelivery',
        leaseId,
        passId,
      });
      return { duplicate: facts.length === 0 };
    });
}
