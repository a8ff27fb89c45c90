import type { Consumer } from '@atomicdb/bus';
import type { EventStore, Tx } from '@atomicdb/event-store';
import type { AnalysisCompleted, EventRecord } from '@atomicdb/events';
import { addPasses } from '../adapters/postgres/add-passes';
import { isRetracted } from '../adapters/postgres/is-retracted';
import { openRequests } from '../adapters/postgres/open-requests';
import { retractPasses } from '../adapters/postgres/retract-passes';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';

export const analysesProcessor = {
  name: 'queue:analyses:2',
  types: ['AnalysisCompleted', 'AnalysisRetracted'],
} as const;

/** Short batches: each holds the lock of the commons. */
export const batchSize = 20;

async function close(tx: Tx, store: EventStore, pass: AnalysisCompleted): Promise<void> {
  const { requestId, leaseId, passId, position, budgetNodes } = pass;
  await addPasses(tx, [pass]);
  await runCommand(tx, store, requestId, { type: 'CompleteByAnalysis', leaseId, passId });
  // One that comes after its retraction ends its own search and says nothing of any other.
  if (await isRetracted(tx, passId)) return;
  for (const row of await openRequests(tx, position)) {
    if (Number(row.budget_nodes) > budgetNodes) continue;
    await runCommand(tx, store, row.request_id, { type: 'Settle', by: 'deeper' });
  }
}

/**
 * Reaction: a delivered analysis completes its request, and the shallower ones of that position that wait. With a
 * retracted one the next rung falls again; what it completed stays completed.
 */
export function makeCloseOnAnalysis({ database, store }: QueueParts): Consumer {
  return {
    ...analysesProcessor,
    database,
    batchSize,
    appends: { store, locks: () => commonsLock },
    handle: async (tx: Tx, { event }: EventRecord) => {
      if (event.type === 'AnalysisCompleted') await close(tx, store, event.data);
      if (event.type === 'AnalysisRetracted') await retractPasses(tx, [event.data.passId]);
    },
  };
}
