import { ConflictError } from '@atomicdb/decider';
import {
  canonicalVersion,
  catalogue,
  decodePayload,
  eventId,
  type DomainEvent,
  type EventRecord,
  type Owner,
} from '@atomicdb/events';
import { currentTraceparent } from '@atomicdb/telemetry';
import type { Database } from './database';
import { countFeed } from './sql/count-feed';
import type { CarriedEvent } from './sql/event-row';
import { feedHead } from './sql/feed-head';
import { insertEvents } from './sql/insert-events';
import { lastCursor } from './sql/last-cursor';
import { lockStatement, lockStreams, type StreamLocks } from './sql/lock-streams';
import { readCommitted } from './sql/read-committed';
import { readFeed, type FeedBatch, type FeedCursor } from './sql/read-feed';
import { readStream } from './sql/read-stream';
import { streamSums, type StreamSum } from './sql/stream-sums';
import { streamVersions } from './sql/stream-versions';
import type { Tx } from './transaction';

/** Events to append to one stream. */
export interface Appending {
  readonly stream: string;
  /** Version the decision was made on; 'any' where the events are true whatever came before. */
  readonly expectedVersion: number | 'any';
  readonly events: readonly DomainEvent[];
}

export interface EventStoreOptions {
  /**
   * Streams share this many locks, by a hash. For a store whose transactions touch more streams than one transaction may
   * lock; two streams of one bucket wait for each other, which is all it costs.
   */
  readonly lockBuckets?: number;
  /** Name of the lock that guards a stream, where it is not the stream's own: many streams are decided under one then. */
  readonly lockOf?: (stream: string) => string;
  /** Run for the events of every append, in its transaction. */
  readonly updateState?: StateUpdate;
}

/**
 * Keeps the service's state tables in step with its events, in the same transaction: any number of events, in their
 * order; it writes what they would write one by one.
 */
export type StateUpdate = (tx: Tx, events: readonly EventRecord[]) => Promise<void>;

/** The events that one service writes. The table is also the outbox: what is committed here is published, and nothing else. */
export class EventStore {
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly database: Database,
    readonly owner: Owner,
    private readonly options: EventStoreOptions = {},
  ) {}

  /**
   * An appending transaction. The locks of the named streams come first; events may be appended only to streams that
   * are guarded by one of them.
   */
  async transaction<T>(streams: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
    const locks = this.locksOf(streams);
    const lockedWork = (tx: Tx) => {
      this.note(tx, locks);
      return work(tx);
    };
    const result = await this.database.transaction(lockedWork, lockStatement(locks));
    this.announce();
    return result;
  }

  /** Takes the locks inside a transaction that somebody else opened; throws when it is not its first statement. */
  async lock(tx: Tx, streams: readonly string[]): Promise<void> {
    if (tx.hasBegun) throw new Error(`the stream locks of ${this.owner} come after another statement`);
    const locks = this.locksOf(streams);
    await lockStreams(tx, locks);
    this.note(tx, locks);
  }

  /**
   * Appends in a transaction that holds the locks, and throws where it does not: events would stand in the feed in
   * another order than in their stream. Throws ConflictError when a stream has moved on.
   */
  async append(tx: Tx, appendings: readonly Appending[]): Promise<EventRecord[]> {
    for (const { stream } of appendings) this.refuseUnlocked(tx, stream);
    const before = await this.versionsBefore(tx, appendings);
    const versions = new Map(before);
    const records = appendings.flatMap((appending) => this.toRecords(appending, versions));
    if (appendings.length === 0) return [];
    const elsewhere = await insertEvents(tx, records, before);
    if (elsewhere !== null) throw new ConflictError(elsewhere);
    await this.updateTables(tx, records);
    return records;
  }

  /** Brings the state tables forward by events that were inserted in this transaction. */
  async updateTables(tx: Tx, records: readonly EventRecord[]): Promise<void> {
    await this.options.updateState?.(tx, records);
  }

  async readStream(tx: Tx, stream: string): Promise<EventRecord[]> {
    const carried = await readStream(tx, this.owner, stream);
    return carried.map(({ envelope, payload }) => ({
      ...envelope,
      event: decodePayload(envelope.type, envelope.schemaVersion, payload),
    }));
  }

  /** All events of one stream as they are stored, oldest first. */
  readCarried(stream: string): Promise<CarriedEvent[]> {
    return this.database.transaction((tx) => readStream(tx, this.owner, stream));
  }

  /** Committed events after the cursor, below the safe horizon. */
  readFeed(after: FeedCursor, limit: number): Promise<FeedBatch> {
    return this.database.transaction((tx) => readFeed(tx, this.owner, after, limit));
  }

  /** Number of committed events, the horizon aside. */
  async countAll(): Promise<number> {
    return this.countFeed('0:0', await this.lastCursor());
  }

  /** Events after one cursor, up to and with another. */
  countFeed(after: FeedCursor, upTo: FeedCursor): Promise<number> {
    return this.database.transaction((tx) => countFeed(tx, after, upTo));
  }

  /** The next events whatever the horizon; only while the gate is closed, as below. */
  readCommitted(after: FeedCursor, limit: number): Promise<FeedBatch> {
    return this.database.transaction((tx) => readCommitted(tx, this.owner, after, limit));
  }

  /** The last event that is committed. It stays the last only while the gate is closed (rebuild/append-gate.ts). */
  lastCursor(): Promise<FeedCursor> {
    return this.database.transaction(lastCursor);
  }

  /** The last place below the safe horizon. */
  feedHead(): Promise<FeedCursor> {
    return this.database.transaction(feedHead);
  }

  /** Every stream with events up to a place in the feed: what a copy of the store must hold. */
  streamSums(upTo: FeedCursor): Promise<Map<string, StreamSum>> {
    return this.database.transaction((tx) => streamSums(tx, upTo));
  }

  /** Last version of each of the streams that has events. */
  streamVersions(streams: readonly string[]): Promise<Map<string, number>> {
    return this.database.transaction((tx) => streamVersions(tx, streams));
  }

  /** Calls the listener after each commit of this process; a hint only, readers poll anyway. */
  onCommitted(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Wakes the readers of this process after a commit that was made outside `transaction`. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  private locksOf(streams: readonly string[]): StreamLocks {
    const { lockBuckets: buckets, lockOf } = this.options;
    const names = lockOf ? [...new Set(streams.map(lockOf))] : streams;
    return { schema: this.owner, streams: names, buckets };
  }

  private note(tx: Tx, { streams }: StreamLocks): void {
    for (const name of streams) tx.locked.add(`${this.owner}/${name}`);
  }

  private refuseUnlocked(tx: Tx, stream: string): void {
    const name = this.options.lockOf?.(stream) ?? stream;
    if (tx.locked.has(`${this.owner}/${name}`)) return;
    throw new Error(`${stream} of ${this.owner} is appended to without its lock`);
  }

  /** Version of each stream before its first events: the expected one, or read where any will do. */
  private async versionsBefore(tx: Tx, appendings: readonly Appending[]): Promise<Map<string, number>> {
    const unread = appendings.filter(({ expectedVersion }) => expectedVersion === 'any');
    const read = await streamVersions(tx, [...new Set(unread.map(({ stream }) => stream))]);
    const before = new Map<string, number>();
    for (const { stream, expectedVersion } of appendings) {
      if (before.has(stream)) continue;
      before.set(stream, expectedVersion === 'any' ? (read.get(stream) ?? 0) : expectedVersion);
    }
    return before;
  }

  private toRecords(appending: Appending, versions: Map<string, number>): EventRecord[] {
    const { stream, expectedVersion, events } = appending;
    const current = versions.get(stream) ?? 0;
    if (expectedVersion !== 'any' && expectedVersion !== current) throw new ConflictError(stream);
    versions.set(stream, current + events.length);
    return events.map((event, index) => this.toRecord(stream, current + index + 1, event));
  }

  private toRecord(stream: string, version: number, event: DomainEvent): EventRecord {
    return {
      eventId: eventId(this.owner, stream, version),
      type: event.type,
      schemaVersion: catalogue[event.type].schemaVersion,
      stream,
      version,
      occurredAt: new Date().toISOString(),
      producer: this.owner,
      canonicalVersion,
      traceparent: currentTraceparent(),
      event,
    };
  }
}
