import { openableWalk, type LineWalk, type OpenableWalk } from '@atomicdb/chess';
import { Rejected, type RejectionCode } from '@atomicdb/decider';
import type { Database, EventStore } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import type { WalkedPly, WalkRequest, WalkResponse } from '@atomicdb/rpc';
import { readKnown } from '../adapters/postgres/read-known';
import { grow } from '../domain/grow';
import { openingOfWalk, type Opening } from '../domain/opening';
import { growGraph, streamsOf } from './grow-graph';
import { locate, toStoredPosition } from './locate';

/** Opens the moves of a line in the graph. Source: positions.md, "Lines", last item, and "Seeding". */
export function makeWalk(database: Database, store: EventStore) {
  return async ({ variant, fen, moves }: WalkRequest): Promise<WalkResponse> => {
    const openable = openableWalk(locate(variant, fen), moves);
    if (!openable.ok) {
      throw new Rejected(openable.error.code as RejectionCode, openable.error.message, 'moves');
    }
    const added = await open(database, store, openingOfWalk(openable.value));
    return {
      plies: walkedPlies(openable.value, added),
      crossingPly: openable.value.walk.crossingPly ?? undefined,
    };
  };
}

/** Most walks go where somebody was before: those take no locks. Gives what this call added. */
async function open(database: Database, store: EventStore, opening: Opening): Promise<DomainEvent[]> {
  const known = await database.transaction((tx) => readKnown(tx, opening));
  if (grow(opening, known).size === 0) return [];
  return store.transaction(streamsOf(opening), (tx) => growGraph(tx, store, opening));
}

function walkedPlies({ walk, lastPly }: OpenableWalk, added: readonly DomainEvent[]): WalkedPly[] {
  const seeded = new Set<string>();
  const opened = new Set<string>();
  for (const { type, data } of added) {
    if (type === 'PositionsAdded') for (const { position } of data.positions) seeded.add(position);
    if (type === 'MovesOpened') for (const { uci } of data.moves) opened.add(`${data.position} ${uci}`);
  }
  return walk.positions.slice(0, lastPly + 1).map((position, ply) => ({
    position: toStoredPosition(position),
    uci: walk.plies[ply]?.uci ?? '',
    seeded: seeded.has(position.id),
    opened: opened.has(moveInto(walk, ply)),
  }));
}

/** `variant:key uci` of the move that leads to a ply. */
function moveInto({ positions, plies }: LineWalk, ply: number): string {
  return `${positions[ply - 1]?.id} ${plies[ply]?.uci}`;
}
