import { expiredLeases } from '../adapters/postgres/expired-leases';
import { overdueDeliveries } from '../adapters/postgres/overdue-deliveries';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';
import { settledBy } from './settled';

/** Rows that were put back in one round. */
export interface Reaped {
  readonly lostLeases: number;
  readonly droppedDeliveries: number;
}

const mostARound = 100;

/** Puts back the rows of silent leases, and those whose accepted result was never announced. */
export function makeReap({ store, config }: QueueParts) {
  return (): Promise<Reaped> =>
    store.transaction(commonsLock, async (tx) => {
      const overdue = await overdueDeliveries(tx, config.leaseTtlMs, mostARound);
      const expired = await expiredLeases(tx, mostARound);
      for (const { request_id, lease_id, position, budget_nodes } of expired) {
        const settled = await settledBy(tx, position, Number(budget_nodes));
        await runCommand(tx, store, request_id, {
          type: 'GiveBack',
          leaseId: lease_id,
          reason: 'lost',
          settled,
        });
      }
      for (const { request_id, position, budget_nodes } of overdue) {
        const settled = await settledBy(tx, position, Number(budget_nodes));
        await runCommand(tx, store, request_id, { type: 'DropDelivery', settled });
      }
      return { lostLeases: expired.length, droppedDeliveries: overdue.length };
    });
}
