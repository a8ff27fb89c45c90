import type { Database } from '@atomicdb/event-store';
import type { GetHeadlinesRequest, GetHeadlinesResponse } from '@atomicdb/rpc';
import { readHeadlines } from '../adapters/postgres/read-headlines';

/** The headlines that the rows of these positions show, from the tables: every replica answers. */
export function makeGetHeadlines(database: Database) {
  return async ({ positions }: GetHeadlinesRequest): Promise<GetHeadlinesResponse> => ({
    headlines: await database.snapshot((tx) => readHeadlines(tx, positions)),
  });
}
