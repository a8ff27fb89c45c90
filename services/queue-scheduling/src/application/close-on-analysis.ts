import type { Consumer } from '@atomicdb/bus';
import type { EventStore, Tx } from '@atomicdb/event-store';
import type { AnalysisCompleted, EventRecord } from '@atomicdb/events';
import { openRequests } from '../adapters/postgres/open-requests';
import { raiseDeepest } from '../adapters/postgres/raise-deepest';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';

export const analysesProcessor = { name: 'queue:analyses:1', types: ['AnalysisCompleted'] } as const;

/** Short batches: each holds the lock of the commons. */
export const batchSize = 20;

async function close(tx: Tx, store: EventStore, pass: AnalysisCompleted): Promise<void> {
  const { requestId, leaseId, passId, position, budgetNodes } = pass;
  await raiseDeepest(tx, position, budgetNodes);
  await runCommand(tx, store, requestId, { type: 'CompleteByAnalysis', leaseId, passId });
  for (const row of await openRequests(tx, position, '')) {
    if (Number(row.budget_nodes) > budgetNodes) continue;
    await runCommand(tx, store, row.request_id, { type: 'Settle', by: 'deeper' });
  }
}

/** Reaction: a delivered analysis completes its request, and the shallower ones of that position that wait. */
export function makeCloseOnAnalysis({ database, store }: QueueParts): Consumer {
  return {
    ...analysesProcessor,
    database,
    batchSize,
    appends: { store, locks: () => commonsLock },
    handle: async (tx: Tx, { event }: EventRecord) => {
      if (event.type === 'AnalysisCompleted') await close(tx, store, event.data);
    },
  };
}
