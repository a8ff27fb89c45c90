import { isDeepStrictEqual } from 'node:util';
import { upkeep, type EventStore } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { checkFile, linesOf, type Checked } from './check-file';
import { toRecorded, type RowLine } from './event-file';
import { schemas, type StoreOwner } from './owners';
import { openDatabase, withStores } from './stores';

type RecordedEvent = upkeep.RecordedEvent;
type Stores = ReadonlyMap<StoreOwner, EventStore>;

/** Events of one transaction: no more streams than one may lock. */
const batchSize = 500;

export interface Imported {
  readonly written: number;
  /** Were there already, with the same content. */
  readonly skipped: number;
  readonly rows: number;
}

interface Batch {
  readonly store: EventStore;
  readonly events: RecordedEvent[];
}

function storeOf(stores: Stores, owner: StoreOwner): EventStore {
  const store = stores.get(owner);
  if (!store) throw new Error(`no store of ${owner}`);
  return store;
}

/** The events of a checked file in batches of one owner. */
async function* batchesOf(file: string, stores: Stores, signal?: AbortSignal): AsyncGenerator<Batch> {
  let batch: Batch | null = null;
  for await (const { line } of linesOf(file, signal)) {
    if (line.kind !== 'event') continue;
    const store = storeOf(stores, line.event.owner);
    if (batch && (batch.store !== store || batch.events.length === batchSize)) {
      yield batch;
      batch = null;
    }
    batch ??= { store, events: [] };
    batch.events.push(toRecorded(line.event));
  }
  if (batch) yield batch;
}

function isSame(a: RecordedEvent, b: RecordedEvent): boolean {
  return isDeepStrictEqual(a.envelope, b.envelope) && Buffer.compare(a.payload, b.payload) === 0;
}

function idsOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ envelope }) => envelope.eventId);
}

/** Ids of the batch that are there; throws when one has another content. */
async function findSame({ store, events }: Batch): Promise<Set<string>> {
  const found = await store.database.transaction((tx) => upkeep.findRecorded(tx, store.owner, idsOf(events)));
  for (const event of events) {
    const there = found.get(event.envelope.eventId);
    if (!there || isSame(event, there)) continue;
    const { stream, version } = event.envelope;
    throw new Error(`${store.owner} has another ${stream}@${version} than the file. Nothing was changed.`);
  }
  return new Set(found.keys());
}

/** Throws when a store has events that the file has not, or another content under the same id. Writes nothing. */
async function refuseOthers(file: string, stores: Stores, signal?: AbortSignal): Promise<void> {
  const same = new Map<EventStore, number>();
  for await (const batch of batchesOf(file, stores, signal)) {
    const there = await findSame(batch);
    same.set(batch.store, (same.get(batch.store) ?? 0) + there.size);
  }
  for (const store of stores.values()) {
    const others = (await store.countAll()) - (same.get(store) ?? 0);
    if (others === 0) continue;
    throw new Error(
      `The product is not empty: ${store.owner} has ${others} events that the file has not. Nothing was changed.`,
    );
  }
}

async function writeEvents(
  file: string,
  stores: Stores,
  signal?: AbortSignal,
): Promise<{ written: number; skipped: number }> {
  let [written, skipped] = [0, 0];
  for await (const batch of batchesOf(file, stores, signal)) {
    const there = await findSame(batch);
    const missing = batch.events.filter(({ envelope }) => !there.has(envelope.eventId));
    if (missing.length > 0) await upkeep.appendRecorded(batch.store, missing);
    written += missing.length;
    skipped += there.size;
  }
  return { written, skipped };
}

async function writeRows(file: string, stores: Stores, signal?: AbortSignal): Promise<number> {
  const byTable = new Map<string, RowLine[]>();
  for await (const { line } of linesOf(file, signal)) {
    if (line.kind !== 'row') continue;
    const key = `${line.row.owner}/${line.row.table}`;
    byTable.set(key, [...(byTable.get(key) ?? []), line.row]);
  }
  for (const rows of byTable.values()) {
    const [first] = rows;
    if (!first) continue;
    const { database } = storeOf(stores, first.owner);
    await database.transaction((tx) =>
      upkeep.writeKept(
        tx,
        first.table,
        rows.map(({ row }) => row),
      ),
    );
  }
  return [...byTable.values()].flat().length;
}

/** Also of those that write no events: what looks at the product before its first start finds all its tables. */
async function migrateAll(product: Pick<FoundProduct, 'roleUrl'>): Promise<void> {
  for (const schema of schemas) {
    const database = await openDatabase(product, schema);
    await database.migrate().finally(() => database.close());
  }
}

/**
 * Brings the events of a file into a product that has none, or none but those. The whole file is checked, and compared
 * with what is there, before anything is written; broken off later, the same again goes on.
 */
export async function importEvents(
  product: Pick<FoundProduct, 'roleUrl'>,
  file: string,
  signal?: AbortSignal,
): Promise<Imported> {
  return importChecked(product, file, await checkFile(file, signal), signal);
}

/** As above, of a file that checkFile has found whole; throws where it has become another one since. */
export function importChecked(
  product: Pick<FoundProduct, 'roleUrl'>,
  file: string,
  { foot }: Checked,
  signal?: AbortSignal,
): Promise<Imported> {
  return withStores(product, async (stores) => {
    await migrateAll(product);
    await refuseOthers(file, stores, signal);
    const counts = await writeEvents(file, stores, signal);
    const rows = await writeRows(file, stores, signal);
    if (counts.written + counts.skipped !== foot.events || rows !== foot.rows)
      throw new Error(`${file} has changed while it was imported: import it into an empty product.`);
    return { ...counts, rows };
  });
}
