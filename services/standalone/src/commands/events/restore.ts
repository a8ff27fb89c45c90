import { setTimeout } from 'node:timers/promises';
import { progress, upkeep, type Database, type EventStore } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { schemas, type Schema, type StoreOwner } from './owners';
import { openDatabase, withStores } from './stores';

export interface Restored {
  /** Events that were given numbers of this cluster. */
  readonly events: number;
  /** Places of consumers that were moved along. */
  readonly places: number;
}

/** Sources whose cursors are places in the feed of an owner: its embedded consumers and its relay. */
function isFeedOf(owner: StoreOwner, source: string): boolean {
  return source === `embedded:${owner}` || source === `${owner}.events.v1`;
}

const isMapped = (cursor: string) => cursor.startsWith(`${upkeep.oldTransaction}:`);

async function moveCursors(owner: EventStore, consumers: Database): Promise<number> {
  const rows = (await consumers.transaction(upkeep.readProgress)).filter(
    ({ source, cursor }) => isFeedOf(owner.owner as StoreOwner, source) && !isMapped(cursor),
  );
  for (const { consumer, source, partition, cursor } of rows) {
    const mapped = await owner.database.transaction((tx) => upkeep.mapCursor(tx, cursor));
    await consumers.transaction((tx) => progress.writeCursor(tx, consumer, source, partition, mapped));
  }
  return rows.length;
}

/** A session lives on for a moment after whoever had it has gone. */
const goodbyeMs = 3_000;
const lookMs = 100;

/** Throws one sentence while anybody else reads or appends events. */
async function refuseWhileUsed(product: FoundProduct, signal?: AbortSignal): Promise<void> {
  const database = await openDatabase(product, 'accounts');
  try {
    for (const began = performance.now(); ; await setTimeout(lookMs)) {
      signal?.throwIfAborted();
      const services = await database.transaction(upkeep.otherSessions);
      if (services.length === 0) return;
      if (performance.now() - began < goodbyeMs) continue;
      throw new Error(
        `The product runs (sessions of ${services.join(', ')}): stop it first, then run npm run events -- restore again.`,
      );
    }
  } finally {
    await database.close();
  }
}

/**
 * After a restore into another cluster, where transactions are counted anew: the events of each owner get one old
 * transaction and their rank as position, and the places in its feed move along. Places go first: broken off in between,
 * the same again finishes, and a consumer that came between would only see events again that it passes over by their
 * version. Offsets of Kafka stay, as the topics were not restored. Throws, and changes nothing, while the product runs; it
 * cannot be started before the last store is done (Database.migrate).
 */
export async function restore(product: FoundProduct, signal?: AbortSignal): Promise<Restored> {
  await refuseWhileUsed(product, signal);
  return withStores(product, async (stores) => {
    const databases = new Map<Schema, Database>();
    try {
      for (const schema of schemas) databases.set(schema, await openDatabase(product, schema));
      let [events, places] = [0, 0];
      for (const store of stores.values()) {
        signal?.throwIfAborted();
        for (const database of databases.values()) places += await moveCursors(store, database);
        events += await store.countAll();
        await store.database.transaction(upkeep.numberAgain);
      }
      return { events, places };
    } finally {
      for (const database of databases.values()) await database.close();
    }
  });
}
