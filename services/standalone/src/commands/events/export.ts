import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { isAfter, type EventStore, type FeedCursor } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { EventCheck } from './event-check';
import {
  makeHead,
  toLine,
  writeLine,
  type EventLine,
  type Foot,
  type Head,
  type RowLine,
} from './event-file';
import { atOneMoment, type Moment } from './one-moment';
import { write } from './output';
import type { StoreOwner } from './owners';
import { withStores } from './stores';

const batchSize = 1_000;
/** Twice what a session of the product may idle inside a transaction. */
const patienceMs = 60_000;
const pollMs = 100;

/** Writes lines and keeps their hash; throws when the signal is given. */
class FileWriter {
  private readonly hash = createHash('sha256');
  private readonly check = new EventCheck();
  rows = 0;

  constructor(
    private readonly out: Writable,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async line(value: object): Promise<void> {
    const text = writeLine(value);
    this.hash.update(text);
    await write(this.out, text, this.signal);
  }

  /** Throws what import would refuse. */
  event(line: EventLine): Promise<void> {
    try {
      this.check.take(line);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${line.owner} has ${line.stream}@${line.version}, which no import would take: ${why}. See events -- verify.`,
        { cause: error },
      );
    }
    return this.line(line);
  }

  async end(): Promise<Foot> {
    const foot: Foot = {
      end: true,
      events: this.check.events,
      rows: this.rows,
      sha256: this.hash.digest('hex'),
    };
    await write(this.out, writeLine(foot), this.signal);
    return foot;
  }
}

/**
 * Waits until a place can be read. An open transaction anywhere in the cluster holds the horizon back: what is
 * acknowledged must not be missing for that.
 */
async function untilReadable(
  owner: StoreOwner,
  store: EventStore,
  last: FeedCursor,
  signal?: AbortSignal,
): Promise<void> {
  for (const began = performance.now(); isAfter(last, await store.feedHead());) {
    if (performance.now() - began > patienceMs) {
      throw new Error(
        `A transaction has been open in PostgreSQL for over ${patienceMs / 1_000} s and holds the events of ${owner} back: end it (pg_stat_activity shows it) and export again.`,
      );
    }
    await setTimeout(pollMs, undefined, signal ? { signal } : {});
  }
}

type Stores = ReadonlyMap<StoreOwner, EventStore>;

const endOf = (owner: StoreOwner, moment: Moment): FeedCursor => moment.get(owner)?.last ?? '0:0';

async function countAll(stores: Stores, moment: Moment): Promise<Head['events']> {
  const counts: [StoreOwner, number][] = [];
  for (const [owner, store] of stores) {
    counts.push([owner, await store.countFeed('0:0', endOf(owner, moment))]);
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
    for (const event of events) await file.event(toLine(owner, event));
    cursor = events.at(-1)?.cursor ?? cursor;
    left -= events.length;
  }
}

async function writeRows(file: FileWriter, rows: readonly RowLine[]): Promise<void> {
  for (const row of rows) await file.line(row);
  file.rows += rows.length;
}

/**
 * Writes every store as it was at one moment, and what belongs to them and follows from no event. Throws when the signal
 * is given.
 */
export function exportEvents(
  product: Pick<FoundProduct, 'roleUrl'>,
  release: string,
  out: Writable,
  signal?: AbortSignal,
): Promise<Foot> {
  return withStores(product, async (stores) => {
    const moment = await atOneMoment(stores, signal);
    for (const [owner, store] of stores) await untilReadable(owner, store, endOf(owner, moment), signal);
    const file = new FileWriter(out, signal);
    await file.line(makeHead(release, await countAll(stores, moment)));
    for (const [owner, store] of stores) await writeEvents(file, owner, store, endOf(owner, moment));
    for (const { rows } of moment.values()) await writeRows(file, rows);
    return file.end();
  });
}
