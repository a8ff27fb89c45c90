import { EmbeddedBus } from '@atomicdb/bus';
import { Database, type EventStore, isAfter, rebuild, upkeep } from '@atomicdb/event-store';
import { eventually, type FreshDatabase } from '@atomicdb/testing';
import { openDatabase, owners, schemas, storeOn } from '../../src/commands/events/stores';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { startWholeProduct } from '../whole-product';

export type TableHashes = Record<string, { readonly rows: number; readonly sha256: string }>;

/** Whether every embedded consumer stands at the end of every feed it reads. */
async function isLevel(stores: readonly EventStore[], databases: readonly Database[]): Promise<boolean> {
  const heads = new Map<string, string>();
  for (const store of stores) heads.set(`embedded:${store.owner}`, await store.lastCursor());
  for (const database of databases) {
    for (const { source, cursor } of await database.transaction(upkeep.readProgress)) {
      const head = heads.get(source);
      if (head !== undefined && isAfter(head, cursor)) return false;
    }
  }
  return true;
}

/** Level twice with a pause: what one consumer appends, another has yet to read. */
async function untilQuiet(fresh: FreshDatabase): Promise<void> {
  const databases = await Promise.all(schemas.map((schema) => openDatabase(fresh, schema)));
  const stores = owners.flatMap((owner, index) => {
    const database = databases[index];
    return database ? [storeOn(database, owner)] : [];
  });
  let quiet = 0;
  await eventually(
    async () => {
      quiet = (await isLevel(stores, databases)) ? quiet + 1 : 0;
      expect(quiet).toBeGreaterThanOrEqual(4);
    },
    { timeoutMs: 60_000, everyMs: 250 },
  );
  await Promise.all(databases.map((database) => database.close()));
}

/** Runs the whole product on a database until it has nothing more to do; gives the hash of every table it makes. */
export async function settledTables(fresh: FreshDatabase): Promise<TableHashes> {
  const product = await startWholeProduct(new EmbeddedBus(() => undefined), {
    ...fresh,
    drop: async () => undefined,
  });
  await untilQuiet(fresh);
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
