import type { Database, EventStore } from '@atomicdb/event-store';
import type { EnsureRequest, EnsureResponse } from '@atomicdb/rpc';
import { readKnown } from '../adapters/postgres/read-known';
import { toAddedPosition } from '../domain/added-position';
import { growGraph, streamsOf } from './grow-graph';
import { locate, toStoredPosition } from './locate';

/** Canonical key of a FEN; "a FEN the tree does not have is seeded rather than refused" (V, "API"). */
export function makeEnsure(database: Database, store: EventStore) {
  return async ({ variant, fen }: EnsureRequest): Promise<EnsureResponse> => {
    const position = locate(variant, fen);
    const opening = { positions: [toAddedPosition(position)], moves: [] };
    const known = await database.transaction((tx) => readKnown(tx, opening));
    if (known.positions.has(position.id)) return { position: toStoredPosition(position), seeded: false };
    // Somebody else may have been first meanwhile: what counts was read under the lock.
    const added = await store.transaction(streamsOf(opening), (tx) => growGraph(tx, store, opening));
    return { position: toStoredPosition(position), seeded: added.length > 0 };
  };
}
