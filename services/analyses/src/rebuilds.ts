import type { Rebuildable } from '@atomicdb/bus';
import { migrations } from './adapters/postgres/migrations';
import { updatePasses } from './adapters/postgres/update-passes';

/** What can be made again from events alone. */
export const rebuilds: readonly Rebuildable[] = [
  {
    name: 'analyses',
    service: 'analyses',
    migrations,
    tables: ['passes'],
    owner: 'analyses',
    updateState: updatePasses,
  },
];
