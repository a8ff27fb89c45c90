import type { Rebuildable } from '@atomicdb/bus';
import { migrations } from './adapters/postgres/migrations';
import { claimEpoch } from './adapters/postgres/writer-epoch';
import { makeSeeds } from './projections/seeds';
import { makeValues } from './projections/values';

/** Passes have many seeds: some ten thousand rows a transaction. */
const seedsBatchSize = 500;

/** What can be made again from events alone. Nothing is published of it: no change is written down. */
export const rebuilds: readonly Rebuildable[] = [
  {
    name: 'backing',
    service: 'backing',
    migrations,
    tables: ['positions', 'moves', 'passes', 'seeds', 'requests', 'backed_values', 'retracted_passes'],
    consumers: (database) => [
      makeValues({ database, recordsChanges: false }),
      { ...makeSeeds(database), batchSize: seedsBatchSize },
    ],
    // The live writer finds that it is not the one any more, and reads the graph again from the new tables.
    onSwitch: async (tx) => void (await claimEpoch(tx)),
  },
];
