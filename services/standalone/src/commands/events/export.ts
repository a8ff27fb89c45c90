import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { isAfter, upkeep, type EventStore, type FeedCursor } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { makeHead, toLine, writeLine, type Foot, type Head } from './event-file';
import { write } from './output';
import { keptTables, withStores, type StoreOwner } from './stores';

const batchSize = 1_000;
/** Twice what a session of the product may idle inside a transaction. */
const patienceMs = 60_000;
const pollMs = 100;

/** Writes lines and keeps their hash. */
class FileWriter {
  private readonly hash = createHash('sha256');
  events = 0;
  rows = 0;

  constructor(private readonly out: Writable) {}

  async line(value: object): Promise<void> {
    const text = writeLine(value);
    this.hash.update(text);
    await write(this.out, text);
  }

  async end(): Promise<Foot> {
    const foot: Foot = { end: true, events: this.events, rows: this.rows, sha256: this.hash.digest('hex') };
    await write(this.out, writeLine(foot));
    return foot;
  }
}

/**
 * A place that holds every event that was committed when this began. An open transaction anywhere in the cluster holds
 * the horizon back: what is acknowledged must not be missing for that, so this waits.
 */
async function headOf(owner: StoreOwner, store: EventStore): Promise<FeedCursor> {
  const last = await store.lastCursor();
  for (const began = Date.now(); isAfter(last, await store.feedHead());) {
    if (Date.now() - began > patienceMs) {
      throw new Error(
        `A transaction has been open in PostgreSQL for over ${patienceMs / 1_000} s and holds the events of ${owner} back: end it (pg_stat_activity shows it) and export again.`,
      );
    }
    await setTimeout(pollMs);
  }
  return last;
}

type Heads = ReadonlyMap<StoreOwner, FeedCursor>;

async function countAll(stores: ReadonlyMap<StoreOwner, EventStore>, heads: Heads): Promise<Head['events']> {
  const counts: [StoreOwner, number][] = [];
  for (const [owner, store] of stores) {
    counts.push([owner, await store.countFeed('0:0', heads.get(owner) ?? '0:0')]);
  }
  return Object.fromEntries(counts) as Record<StoreOwner, number>;
}

/** The events of one store up to a place below the horizon: no more can come before it. */
async function writeEvents(
  file: FileWriter,
  owner: StoreOwner,
  store: EventStore,
  head: FeedCursor,
): Promise<void> {
  let left = await store.countFeed('0:0', head);
  for (let cursor: FeedCursor = '0:0'; left > 0;) {
    const { events } = await store.readFeed(cursor, Math.min(batchSize, left));
    for (const event of events) await file.line(toLine(owner, event));
    cursor = events.at(-1)?.cursor ?? cursor;
    left -= events.length;
    file.events += events.length;
  }
}

async function writeRows(file: FileWriter, owner: StoreOwner, store: EventStore): Promise<void> {
  for (const table of keptTables(owner)) {
    const rows = await store.database.snapshot((tx) => upkeep.readKept(tx, table));
    for (const row of rows) await file.line({ owner, table, row });
    file.rows += rows.length;
  }
}

/** Writes every store, each at one moment, and what belongs to them and follows from no event. */
export function exportEvents(
  product: Pick<FoundProduct, 'roleUrl'>,
  release: string,
  out: Writable,
): Promise<Foot> {
  return withStores(product, async (stores) => {
    const heads = new Map<StoreOwner, FeedCursor>();
    for (const [owner, store] of stores) heads.set(owner, await headOf(owner, store));
    const file = new FileWriter(out);
    await file.line(makeHead(release, await countAll(stores, heads)));
    for (const [owner, store] of stores) await writeEvents(file, owner, store, heads.get(owner) ?? '0:0');
    for (const [owner, store] of stores) await writeRows(file, owner, store);
    return file.end();
  });
}
