import { EmbeddedBus, type Consumer } from '@atomicdb/bus';
import { Database, EventStore, progress } from '@atomicdb/event-store';
import { ownerOf, streamId, type DomainEvent } from '@atomicdb/events';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { migrations } from '../../src/adapters/postgres/migrations';

const writers = ['positions', 'analyses', 'queue'] as const;
const schemas = ['backing', ...writers];

/** The stores that backing reads, and databases for its own tables. */
export interface World {
  append(...events: readonly DomainEvent[]): Promise<void>;
  /** An empty schema of backing. */
  openBacking(): Promise<Database>;
  /** Runs the consumers over the stores until the values have seen everything. */
  catchUp(...consumers: readonly Consumer[]): Promise<void>;
  close(): Promise<void>;
}

function openDatabase(service: string, url: string): Promise<Database> {
  return Database.open({ service, url, ...(service === 'backing' && { migrations }) });
}

async function migrateAll(roleUrl: (service: string) => string): Promise<void> {
  for (const service of schemas) {
    const database = await openDatabase(service, roleUrl(service));
    await database.migrate();
    await database.close();
  }
}

function streamOf(event: DomainEvent): string {
  switch (event.type) {
    case 'PositionsAdded':
      return streamId('position', event.data.positions[0]?.position ?? '');
    case 'MovesOpened':
      return streamId('position', event.data.position);
    case 'AnalysisCompleted':
    case 'AnalysisRetracted':
      return streamId('analysis', event.data.requestId);
    default:
      return streamId('request', 'requestId' in event.data ? event.data.requestId : '');
  }
}

export async function openWorld(): Promise<World> {
  const open: Database[] = [];
  const fresh = await freshDatabase(schemas, migrateAll);
  const drops = [() => fresh.drop()];
  let isFirst = true;
  const connect = async (service: string, url: string) => {
    const database = await openDatabase(service, url);
    open.push(database);
    return database;
  };
  const stores = new Map<string, EventStore>();
  for (const owner of writers)
    stores.set(owner, new EventStore(await connect(owner, fresh.roleUrl(owner)), owner));
  return {
    append: async (...events) => {
      for (const [owner, store] of stores) {
        const own = events.filter(({ type }) => ownerOf(type) === owner);
        for (let start = 0; start < own.length; start += 100)
          await appendAll(store, own.slice(start, start + 100));
      }
    },
    openBacking: async () => {
      const home = isFirst ? fresh : await freshDatabase(schemas, migrateAll);
      if (!isFirst) drops.push(() => home.drop());
      isFirst = false;
      return connect('backing', home.roleUrl('backing'));
    },
    catchUp: (...consumers) => catchUp([...stores.values()], consumers),
    close: async () => {
      for (const database of open) await database.close();
      for (const drop of drops) await drop();
    },
  };
}

async function appendAll(store: EventStore, events: readonly DomainEvent[]): Promise<void> {
  const appendings = events.map((event) => ({
    stream: streamOf(event),
    expectedVersion: 'any' as const,
    events: [event],
  }));
  await store.transaction(
    appendings.map(({ stream }) => stream),
    (tx) => store.append(tx, appendings),
  );
}

async function catchUp(stores: readonly EventStore[], consumers: readonly Consumer[]): Promise<void> {
  const readBy = ({ types }: Consumer) =>
    stores.filter((store) => types.some((type) => ownerOf(type) === store.owner));
  const bus = new EmbeddedBus(() => undefined);
  for (const store of stores) bus.publish(store);
  for (const consumer of consumers) bus.consume(consumer);
  await bus.start();
  try {
    await eventually(
      () =>
        Promise.all(
          consumers.flatMap((consumer) => readBy(consumer).map((store) => hasAll(consumer, store))),
        ),
      {
        timeoutMs: 60_000,
      },
    );
  } finally {
    await bus.stop();
  }
}

async function hasAll({ database, name }: Consumer, store: EventStore): Promise<void> {
  const source = `embedded:${store.owner}`;
  const cursors = await database.transaction((tx) => progress.readCursors(tx, name, source));
  // Not the head of the feed: that one waits for every open transaction of the cluster, and so may not show the last event.
  const [last] = await store.database.query<{ cursor: string }>(
    'test-last-event',
    `select tx_id || ':' || position as cursor from events order by tx_id desc, position desc limit 1`,
  );
  expect(cursors.get(0)).toBe(last?.cursor);
}

/** The compared tables, each row as text in key order. */
export async function dumpTables(database: Database): Promise<Record<string, string[]>> {
  const tables = ['positions', 'moves', 'passes', 'seeds', 'requests', 'backed_values', 'retracted_passes'];
  const dumps = tables.map(async (table) => {
    const rows = await database.query<{ line: string }>(
      `dump-${table}`,
      `select t::text as line from ${table} as t order by t::text collate "C"`,
    );
    return [table, rows.map(({ line }) => line)] as const;
  });
  return Object.fromEntries(await Promise.all(dumps));
}
