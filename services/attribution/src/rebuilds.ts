import type { Rebuildable } from '@atomicdb/bus';
import { migrations } from './adapters/postgres/migrations';
import { makeBoards } from './projections/boards';

/** What can be made again from events alone. */
export const rebuilds: readonly Rebuildable[] = [
  {
    name: 'attribution',
    service: 'attribution',
    migrations,
    tables: ['stamps', 'retracted_passes', 'account_names'],
    consumers: (database) => [makeBoards(database)],
  },
];
