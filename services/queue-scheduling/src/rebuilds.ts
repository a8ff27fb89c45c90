import type { Rebuildable } from '@atomicdb/bus';
import { migrations } from './adapters/postgres/migrations';
import { updateState } from './adapters/postgres/update-state';
export { lockOf } from './application/parts';
import { makeLearnClosures, makeLearnPasses } from './application/learn';

/**
 * What can be made again from events alone: the commons from the queue's own, what it knows of positions from those of
 * others. Secrets, beats, results on their way and receipts are kept as they are.
 */
export const rebuilds: readonly Rebuildable[] = [
  {
    name: 'queue',
    service: 'queue',
    migrations,
    tables: ['commons', 'account_clocks', 'requests', 'names', 'leases'],
    owner: 'queue',
    updateState,
  },
  {
    name: 'queue',
    service: 'queue',
    migrations,
    tables: ['passes', 'retracted_passes', 'closed_positions'],
    consumers: (database) => [makeLearnPasses(database), makeLearnClosures(database)],
  },
];
