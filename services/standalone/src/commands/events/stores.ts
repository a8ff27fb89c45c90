import { storeParts as ofAccounts } from '@atomicdb/accounts/store-parts';
import { rebuilds as ofAnalyses } from '@atomicdb/analyses/rebuilds';
import { rebuilds as ofAttribution } from '@atomicdb/attribution/rebuilds';
import { rebuilds as ofBacking } from '@atomicdb/backing/rebuilds';
import type { Rebuildable, RebuildableState } from '@atomicdb/bus';
import { Database, EventStore, type DatabaseOptions, type EventStoreOptions } from '@atomicdb/event-store';
import { lockBuckets, rebuilds as ofPositions } from '@atomicdb/positions/rebuilds';
import { lockOf, rebuilds as ofQueue } from '@atomicdb/queue-scheduling/rebuilds';
import type { FoundProduct } from '../find-product';
import { owners, type Schema, type StoreOwner } from './owners';

interface Parts {
  readonly database: Pick<DatabaseOptions, 'entities' | 'migrations'>;
  readonly store: EventStoreOptions;
  /** Tables of rows that follow from no event and belong to a copy of the product. */
  readonly kept: readonly string[];
}

const hasState = (one: Rebuildable): one is RebuildableState => 'owner' in one;

function partsOf(rebuilds: readonly Rebuildable[], more: EventStoreOptions = {}): Parts {
  const state = rebuilds.find(hasState);
  const migrations = rebuilds[0]?.migrations ?? [];
  const store = state ? { ...more, updateState: state.updateState } : more;
  return { database: { migrations }, store, kept: [] };
}

const parts: Record<Schema, Parts> = {
  accounts: ofAccounts,
  positions: partsOf(ofPositions, { lockBuckets }),
  queue: partsOf(ofQueue, { lockOf }),
  analyses: partsOf(ofAnalyses),
  backing: partsOf(ofBacking),
  attribution: partsOf(ofAttribution),
};

/** Throws when the database is newer than this release. */
export async function openDatabase(
  { roleUrl }: Pick<FoundProduct, 'roleUrl'>,
  schema: Schema,
): Promise<Database> {
  const database = await Database.open({
    service: schema,
    url: roleUrl(schema),
    maxConnections: 4,
    ...parts[schema].database,
  });
  try {
    await database.refuseNewer();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The store of an owner as its service opens it: what is appended also reaches the state tables. */
export function storeOn(database: Database, owner: StoreOwner): EventStore {
  return new EventStore(database, owner, parts[owner].store);
}

export const keptTables = (owner: StoreOwner): readonly string[] => parts[owner].kept;

/** Opens every store, hands them over, and closes them whatever comes of it. */
export async function withStores<T>(
  product: Pick<FoundProduct, 'roleUrl'>,
  work: (stores: ReadonlyMap<StoreOwner, EventStore>) => Promise<T>,
): Promise<T> {
  const stores = new Map<StoreOwner, EventStore>();
  try {
    for (const owner of owners) stores.set(owner, storeOn(await openDatabase(product, owner), owner));
    return await work(stores);
  } finally {
    for (const store of stores.values()) await store.database.close();
  }
}
