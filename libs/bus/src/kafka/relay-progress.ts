import { progress, type EventStore, type FeedCursor } from '@atomicdb/event-store';
import type { Acknowledged } from './publisher';

export const relayName = 'relay';

/** How far a relay came: in the feed of its store, and in each partition of the topic. */
export interface RelayPlace {
  readonly cursor: FeedCursor;
  /** Last acknowledged offset of each partition, -1 before the first; empty where none is recorded. */
  readonly offsets: ReadonlyMap<number, bigint>;
}

/** Source under which the acknowledged offsets of a topic are kept; the feed's cursor is kept under the topic itself. */
const writtenTo = (topic: string) => `${topic}:written`;

export async function readPlace({ database }: EventStore, topic: string): Promise<RelayPlace> {
  return database.transaction(async (tx) => {
    const feed = await progress.readCursors(tx, relayName, topic);
    const offsets = await progress.readCursors(tx, relayName, writtenTo(topic));
    return {
      cursor: feed.get(0) ?? '0:0',
      offsets: new Map([...offsets].map(([partition, offset]) => [partition, BigInt(offset)])),
    };
  });
}

/** Before everything, whatever lies on the topic. */
export async function writeStart(
  store: EventStore,
  topic: string,
  partitions: Iterable<number>,
): Promise<void> {
  await writePlace(store, topic, '0:0', new Map([...partitions].map((partition) => [partition, -1n])));
}

export async function writePlace(
  { database }: EventStore,
  topic: string,
  cursor: FeedCursor,
  acknowledged: Acknowledged,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [partition, offset] of acknowledged) {
      await progress.writeCursor(tx, relayName, writtenTo(topic), partition, String(offset));
    }
    await progress.writeCursor(tx, relayName, topic, 0, cursor);
  });
}
