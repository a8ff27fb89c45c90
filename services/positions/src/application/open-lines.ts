import type { Consumer } from '@atomicdb/bus';
import { positionFromId } from '@atomicdb/chess';
import type { Database, EventStore } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import { openingOfLines, type Opening } from '../domain/opening';
import { growGraph, streamsOf } from './grow-graph';

export const openLinesProcessor = { name: 'positions:open-lines:1', types: ['AnalysisCompleted'] } as const;

function openingOf({ event }: EventRecord): Opening {
  if (event.type !== 'AnalysisCompleted') return { positions: [], moves: [] };
  const position = positionFromId(event.data.position);
  if (!position.ok) throw new Error(`${event.data.position}: ${position.error.message}`);
  return openingOfLines(position.value, event.data.lines);
}

/** Reaction: a delivered analysis opens its lines in the graph. */
export function makeOpenLines(database: Database, store: EventStore): Consumer {
  // The locks ask for it first; replaying every line a second time would double the work.
  const openings = new WeakMap<EventRecord, Opening>();
  const once = (event: EventRecord): Opening => {
    const opening = openings.get(event) ?? openingOf(event);
    openings.set(event, opening);
    return opening;
  };
  return {
    ...openLinesProcessor,
    database,
    // Source: reliability.md, "Rules the code keeps" 2: at most eight passes a transaction.
    batchSize: 8,
    appends: { store, locks: (events) => events.flatMap((event) => streamsOf(once(event))) },
    async handle(tx, event) {
      await growGraph(tx, store, once(event));
    },
  };
}
