import { auditTopic, faultsOf, topicEnds } from '@atomicdb/bus';
import { decodePayload, eventId, UnreadableEvent } from '@atomicdb/events';
import { isAfter, upkeep, type Database, type EventStore, type FeedCursor } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { schemas, type Schema, type StoreOwner } from './owners';
import { FeedPassage, TopicPassage, type Passage } from './passage';
import { PassedOver } from './passed-over';
import { relaysBehind, unlookedTopics } from './relays-behind';
import { openDatabase, withStores } from './stores';
import { untilSignal } from './until-signal';

const batchSize = 1_000;
/** More faults of one kind in one place say nothing new. */
const mostNamed = 20;

export interface Report {
  /** One line for each store, topic and schema that was looked at. */
  readonly looked: readonly string[];
  readonly faults: readonly string[];
}

type Stores = ReadonlyMap<StoreOwner, EventStore>;

class Verification {
  readonly looked: string[] = [];
  readonly faults: string[] = [];
  /** Events of each stream of each owner. */
  private readonly heads = new Map<string, ReadonlyMap<string, { readonly events: number }>>();

  constructor(
    private readonly product: FoundProduct,
    private readonly stores: Stores,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async run(): Promise<void> {
    // Progress first: what is read later of the sources can only be further on.
    for (const schema of schemas)
      await this.withSchema(schema, (database) => this.readProgress(schema, database));
    for (const store of this.stores.values()) await this.verifyStore(store);
    await this.verifyRelays();
    await this.verifyTopics();
    for (const schema of schemas)
      await this.withSchema(schema, (database) => this.verifyProgress(schema, database));
  }

  /** Of each topic, read after the progress. */
  private readonly ends = new Map<string, ReadonlyMap<number, bigint>>();
  private readonly progress = new Map<Schema, readonly upkeep.ProgressRow[]>();
  private readonly topicPassages = new Map<Schema, readonly TopicPassage[]>();

  private name(faults: readonly string[]): void {
    this.faults.push(...faults.slice(0, mostNamed));
    if (faults.length > mostNamed) this.faults.push(`… and ${faults.length - mostNamed} more of that kind`);
  }

  private async withSchema(schema: Schema, work: (database: Database) => Promise<void>): Promise<void> {
    this.signal?.throwIfAborted();
    const database = await openDatabase(this.product, schema);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  }

  private async readProgress(schema: Schema, database: Database): Promise<void> {
    this.progress.set(schema, await database.transaction(upkeep.readProgress));
  }

  private async verifyStore(store: EventStore): Promise<void> {
    this.signal?.throwIfAborted();
    const { owner, database } = store;
    const foreign = await database.transaction(upkeep.foreignTransactions);
    if (foreign > 0)
      this.name([
        `${owner}: ${foreign} events have transactions of another cluster: run npm run events -- restore`,
      ]);
    this.name((await database.transaction(upkeep.streamFaults)).map((fault) => `${owner}: ${fault}`));
    const { events, faults } = await this.readEvents(store);
    this.name(faults);
    this.looked.push(`${owner}: ${events} events`);
    this.heads.set(owner, await store.streamSums(await store.feedHead()));
  }

  private async readEvents(store: EventStore): Promise<{ events: number; faults: string[] }> {
    const faults: string[] = [];
    let count = 0;
    let cursor: FeedCursor = '0:0';
    for (;;) {
      this.signal?.throwIfAborted();
      const { events } = await store.readFeed(cursor, batchSize);
      faults.push(...events.flatMap(eventFaults));
      count += events.length;
      const last = events.at(-1);
      if (!last) return { events: count, faults };
      cursor = last.cursor;
    }
  }

  private async verifyRelays(): Promise<void> {
    const rows = [...this.progress.values()].flat();
    this.looked.push(...(await relaysBehind(rows, this.stores, this.product.brokers !== null)));
    const fault = this.product.brokers === null ? unlookedTopics(rows) : null;
    if (fault !== null) this.name([fault]);
  }

  private async verifyTopics(): Promise<void> {
    const { brokers } = this.product;
    if (brokers === null) return;
    for (const store of this.stores.values()) {
      this.signal?.throwIfAborted();
      const passages = this.passagesOf(store.owner);
      const auditing = auditTopic(brokers, store, (at) => {
        for (const passage of passages) passage.take(at);
      });
      const audit = await untilSignal(auditing, this.signal);
      for (const passage of passages) passage.leaveOut(audit.missing);
      this.looked.push(
        `${audit.topic}: ${audit.messages} messages, ${audit.repeated.length} of them a second time`,
      );
      this.name(faultsOf(audit));
    }
  }

  private headOf(owner: string, stream: string): number {
    return this.heads.get(owner)?.get(stream)?.events ?? 0;
  }

  /** Of the consumers that read a topic, in whichever schema. */
  private passagesOf(owner: StoreOwner): TopicPassage[] {
    const found: TopicPassage[] = [];
    for (const [schema, rows] of this.progress) {
      const own = rows.filter(({ source }) => source === `kafka:${owner}.events.v1`);
      for (const consumer of new Set(own.map((row) => row.consumer))) {
        const places = own.filter((row) => row.consumer === consumer);
        const cursors = new Map(places.map((row) => [row.partition, BigInt(row.cursor)]));
        const passage = new TopicPassage(consumer, owner, cursors, (stream) => this.headOf(owner, stream));
        this.topicPassages.set(schema, [...(this.topicPassages.get(schema) ?? []), passage]);
        found.push(passage);
      }
    }
    return found;
  }

  private async verifyProgress(schema: Schema, database: Database): Promise<void> {
    const rows = this.progress.get(schema) ?? [];
    const passages: Passage[] = [...(this.topicPassages.get(schema) ?? [])];
    for (const row of rows) {
      const fault = await this.progressFault(row);
      if (fault !== null) this.name([`${schema}: ${row.consumer} is ${fault}`]);
      const store = this.stores.get(/^embedded:(.+)$/.exec(row.source)?.[1] as StoreOwner);
      // Where one stands beyond the end says nothing of what it has passed.
      if (fault === null && store) passages.push(new FeedPassage(row.consumer, store, row.cursor));
    }
    const streams = await this.verifyVersions(schema, database, passages);
    this.looked.push(`${schema}: ${rows.length} places, ${streams} versions of consumers`);
  }

  /** Of consumers, against what they have passed and what there is. */
  private async verifyVersions(
    schema: Schema,
    database: Database,
    passages: readonly Passage[],
  ): Promise<number> {
    const passedOver = await PassedOver.begin(passages, await database.transaction(upkeep.readHeld));
    let streams = 0;
    const ahead: upkeep.AppliedRow[] = [];
    for await (const row of upkeep.readVersions(database)) {
      this.signal?.throwIfAborted();
      streams += 1;
      passedOver.take(row);
      if (row.version > this.headOf(row.owner, row.stream)) ahead.push(row);
    }
    this.name((await this.stillAhead(ahead)).map((fault) => `${schema}: ${fault}`));
    this.name((await passedOver.faults()).map((fault) => `${schema}: ${fault}`));
    return streams;
  }

  /** Those that are beyond the end of their stream also where it is looked up after them: it may have grown meanwhile. */
  private async stillAhead(rows: readonly upkeep.AppliedRow[]): Promise<string[]> {
    const faults: string[] = [];
    for (const owner of new Set(rows.map((row) => row.owner))) {
      const own = rows.filter((row) => row.owner === owner);
      const heads = await this.stores
        .get(owner as StoreOwner)
        ?.streamVersions(own.map(({ stream }) => stream));
      for (const { consumer, stream, version } of own) {
        const last = heads?.get(stream) ?? 0;
        if (version > last)
          faults.push(`${consumer} is at ${stream}@${version} of ${owner}, which ends at ${last}`);
      }
    }
    return faults;
  }

  /** How a consumer is beyond the end of what it reads, or null. */
  private async progressFault(row: upkeep.ProgressRow): Promise<string | null> {
    const owner = feedOf(row.source);
    if (owner !== null) return this.feedFault(owner, row);
    const topic = topicOf(row.source);
    return topic === null || this.product.brokers === null
      ? null
      : this.topicFault(this.product.brokers, topic, row);
  }

  private async feedFault(owner: string, { cursor }: upkeep.ProgressRow): Promise<string | null> {
    const store = this.stores.get(owner as StoreOwner);
    if (!store) return `at ${cursor} of ${owner}, which writes no events`;
    const head = await store.feedHead();
    return isAfter(cursor, head) ? `at ${cursor} of ${owner}, which ends at ${head}` : null;
  }

  private async topicFault(
    brokers: readonly string[],
    topic: string,
    { partition, cursor }: upkeep.ProgressRow,
  ): Promise<string | null> {
    let ends = this.ends.get(topic);
    if (ends === undefined) this.ends.set(topic, (ends = await topicEnds(brokers, topic)));
    const end = ends.get(partition) ?? 0n;
    return BigInt(cursor) >= end
      ? `at offset ${cursor} of ${topic}/${partition}, which ends at ${end}`
      : null;
  }
}

/** Owner of the feed that a source is: that of an embedded consumer or of a relay. */
function feedOf(source: string): string | null {
  return (/^embedded:(.+)$/.exec(source) ?? /^([^:]+)\.events\.v1$/.exec(source))?.[1] ?? null;
}

/** Topic whose offsets a source keeps: those read by a consumer or written by a relay. */
function topicOf(source: string): string | null {
  return (/^kafka:(.+)$/.exec(source) ?? /^(.+):written$/.exec(source))?.[1] ?? null;
}

function eventFaults({ envelope, payload }: upkeep.RecordedEvent): string[] {
  const { producer, stream, version, type, schemaVersion } = envelope;
  const place = `${producer}: ${stream}@${version}`;
  const faults =
    envelope.eventId === eventId(producer, stream, version) ? [] : [`${place} has the id of another event`];
  try {
    decodePayload(type, schemaVersion, payload);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    faults.push(`${place}: ${error.message}`);
  }
  return faults;
}

/**
 * Looks at everything that must hold between stores, topics and consumers. Changes nothing; the product may run. Throws
 * when the signal is given.
 */
export function verify(product: FoundProduct, signal?: AbortSignal): Promise<Report> {
  return withStores(product, async (stores) => {
    const verification = new Verification(product, stores, signal);
    await verification.run();
    return { looked: verification.looked, faults: verification.faults };
  });
}
