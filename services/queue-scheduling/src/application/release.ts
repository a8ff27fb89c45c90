import type { ReleaseRequest, ReleaseResponse } from '@atomicdb/rpc';
import { releaseReasons, type ReleaseReason } from '../domain/request-commands';
import { leaseWithToken } from './lease-token';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';
import { settledBy } from './settled';

function toReason(text: string): ReleaseReason {
  const reason = releaseReasons.find((known) => known === text);
  if (!reason) throw new Error(`${text} is no reason to release a lease`);
  return reason;
}

/** The row goes back to its place; where it is no longer under this lease, nothing happens. */
export function makeRelease({ store }: QueueParts) {
  return ({ leaseId, token, reason }: ReleaseRequest): Promise<ReleaseResponse> =>
    store.transaction(commonsLock, async (tx) => {
      const lease = await leaseWithToken(tx, leaseId, token);
      const settled = await settledBy(tx, lease.position, Number(lease.budget_nodes));
      const command = { type: 'GiveBack', leaseId, reason: toReason(reason), settled } as const;
      await runCommand(tx, store, lease.request_id, command);
      return {};
    });
}
