import type { Consumer } from '@atomicdb/bus';
import type { EventStore, Tx } from '@atomicdb/event-store';
import type { EventRecord, PositionsClosed } from '@atomicdb/events';
import { closePosition } from '../adapters/postgres/close-position';
import { openRequests } from '../adapters/postgres/open-requests';
import { batchSize } from './close-on-analysis';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';

export const closuresProcessor = { name: 'queue:closures:1', types: ['PositionsClosed'] } as const;

async function close(tx: Tx, store: EventStore, { position, status }: PositionsClosed): Promise<void> {
  await closePosition(tx, position, status);
  for (const row of await openRequests(tx, position)) {
    await runCommand(tx, store, row.request_id, { type: 'Settle', by: 'closure' });
  }
}

/** Reaction: a solved position needs no search any more. */
export function makeCloseOnProof({ database, store }: QueueParts): Consumer {
  return {
    ...closuresProcessor,
    database,
    batchSize,
    appends: { store, locks: () => commonsLock },
    handle: async (tx: Tx, { event }: EventRecord) => {
      if (event.type === 'PositionsClosed') await close(tx, store, event.data);
    },
  };
}
