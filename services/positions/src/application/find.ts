import type { Database } from '@atomicdb/event-store';
import type { FindRequest, FindResponse } from '@atomicdb/rpc';
import { readKnown } from '../adapters/postgres/read-known';
import { toAddedPosition } from '../domain/added-position';
import { locate, toStoredPosition } from './locate';

/** The same without adding anything. */
export function makeFind(database: Database) {
  return async ({ variant, fen }: FindRequest): Promise<FindResponse> => {
    const position = locate(variant, fen);
    const opening = { positions: [toAddedPosition(position)], moves: [] };
    const known = await database.transaction((tx) => readKnown(tx, opening));
    return { position: toStoredPosition(position), known: known.positions.has(position.id) };
  };
}
