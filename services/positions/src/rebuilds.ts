import type { Rebuildable } from '@atomicdb/bus';
import { migrations } from './adapters/postgres/migrations';
import { updateGraph } from './adapters/postgres/update-graph';

export { lockBuckets } from './adapters/postgres/lock-buckets';

/** What can be made again from events alone. */
export const rebuilds: readonly Rebuildable[] = [
  {
    name: 'positions',
    service: 'positions',
    migrations,
    tables: ['positions', 'moves'],
    owner: 'positions',
    updateState: updateGraph,
  },
];
