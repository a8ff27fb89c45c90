import type { Database } from '@atomicdb/event-store';
import type { GetPassesRequest, GetPassesResponse } from '@atomicdb/rpc';
import { readPasses } from '../adapters/postgres/read-passes';
import { comparePasses } from '../domain/pass';

/** The passes of a position, the current one first. */
export function makeGetPasses(database: Database) {
  return async ({ position }: GetPassesRequest): Promise<GetPassesResponse> => {
    const passes = await database.transaction((tx) => readPasses(tx, position));
    return { passes: passes.sort((a, b) => comparePasses(b, a)) };
  };
}
