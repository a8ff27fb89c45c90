import type { EventStore, Tx } from '@atomicdb/event-store';
import { streamId } from '@atomicdb/events';
import { readKnown } from '../adapters/postgres/read-known';
import { grow } from '../domain/grow';
import type { Opening } from '../domain/opening';

export function streamsOf(opening: Opening): string[] {
  return opening.positions.map(({ position }) => streamId('position', position));
}

/** Appends what the graph lacks of an opening; the transaction holds the locks of its streams. Gives the number of events. */
export async function growGraph(tx: Tx, store: EventStore, opening: Opening): Promise<number> {
  const missing = grow(opening, await readKnown(tx, opening));
  const appended = await store.append(
    tx,
    [...missing].map(([position, events]) => ({
      stream: streamId('position', position),
      // What is missing was read under the lock of the stream.
      expectedVersion: 'any' as const,
      events,
    })),
  );
  return appended.length;
}
