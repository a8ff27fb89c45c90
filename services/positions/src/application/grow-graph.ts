import type { EventStore, Tx } from '@atomicdb/event-store';
import { streamId, type DomainEvent } from '@atomicdb/events';
import { readKnown } from '../adapters/postgres/read-known';
import { grow } from '../domain/grow';
import type { Opening } from '../domain/opening';

export function streamsOf(opening: Opening): string[] {
  return opening.positions.map(({ position }) => streamId('position', position));
}

/** Appends what the graph lacks of an opening, in one batch; the transaction holds the locks of its streams. Gives the events. */
export async function growGraph(tx: Tx, store: EventStore, opening: Opening): Promise<DomainEvent[]> {
  const missing = grow(opening, await readKnown(tx, opening));
  await store.append(
    tx,
    [...missing].map(([position, events]) => ({
      stream: streamId('position', position),
      // What is missing was read under the lock of the stream.
      expectedVersion: 'any' as const,
      events,
    })),
  );
  return [...missing.values()].flat();
}
