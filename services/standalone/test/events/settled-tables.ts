import type { Consumer } from '@atomicdb/bus';
import { Database, isAfter, progress, rebuild, type EventStore } from '@atomicdb/event-store';
import { ownerOf } from '@atomicdb/events';
import { eventually, type FreshDatabase } from '@atomicdb/testing';
import { owners, schemas } from '../../src/commands/events/owners';
import { openDatabase, storeOn } from '../../src/commands/events/stores';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { ListingBus } from '../listing-bus';
import { startWholeProduct } from '../whole-product';

export type TableHashes = Record<string, { readonly rows: number; readonly sha256: string }>;

/** Whether every consumer, begun or not, stands at the end of every feed it reads. */
async function isLevel(stores: readonly EventStore[], consumers: readonly Consumer[]): Promise<boolean> {
  for (const store of stores) {
    const head = await store.lastCursor();
    const source = `embedded:${store.owner}`;
    for (const { name, types, database } of consumers) {
      if (!types.some((type) => ownerOf(type) === store.owner)) continue;
      const cursors = await database.transaction((tx) => progress.readCursors(tx, name, source));
      if (isAfter(head, cursors.get(0) ?? '0:0')) return false;
    }
  }
  return true;
}

/** Level twice with a pause: what one consumer appends, another has yet to read. */
async function untilQuiet(fresh: FreshDatabase, consumers: readonly Consumer[]): Promise<void> {
  const databases = await Promise.all(schemas.map((schema) => openDatabase(fresh, schema)));
  const stores = owners.flatMap((owner, index) => {
    const database = databases[index];
    return database ? [storeOn(database, owner)] : [];
  });
  let quiet = 0;
  await eventually(
    async () => {
      quiet = (await isLevel(stores, consumers)) ? quiet + 1 : 0;
      expect(quiet).toBeGreaterThanOrEqual(4);
    },
    { timeoutMs: 120_000, everyMs: 250 },
  );
  await Promise.all(databases.map((database) => database.close()));
}

/** Runs the whole product on a database until it has nothing more to do; gives the hash of every table it makes. */
export async function settledTables(fresh: FreshDatabase): Promise<TableHashes> {
  const bus = new ListingBus(() => undefined);
  const product = await startWholeProduct(bus, { ...fresh, drop: async () => undefined });
  await untilQuiet(fresh, bus.consuming);
  await product.stop();
  const hashes: TableHashes = {};
  for (const { service, tables } of rebuildables) {
    const database = await Database.open({ service, url: fresh.roleUrl(service) });
    for (const table of tables) {
      hashes[`${service}.${table}`] = await database.snapshot((tx) => rebuild.hashTable(tx, service, table));
    }
    await database.close();
  }
  return hashes;
}
