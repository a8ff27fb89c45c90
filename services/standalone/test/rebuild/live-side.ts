import { storeParts as ofAccounts } from '@atomicdb/accounts/store-parts';
import { EmbeddedBus, type Bus, type Consumer, type Rebuildable } from '@atomicdb/bus';
import { Database, EventStore, progress, type Appending } from '@atomicdb/event-store';
import { ownerOf, type Owner } from '@atomicdb/events';
import { lockOf } from '@atomicdb/queue-scheduling/rebuilds';
import { eventually, freshDatabase, type FreshDatabase, type RoleUrl } from '@atomicdb/testing';
import { schemas } from '../../src';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import type { History } from './history';

const writers = ['positions', 'analyses', 'queue', 'accounts', 'backing'] as const;
/** Of one chapter; a transaction locks at most 1,000 streams. */
const chaptersAtOnce = 20;

function openDatabase(service: string, roleUrl: RoleUrl): Promise<Database> {
  const migrations =
    rebuildables.find((what) => what.service === service)?.migrations ??
    (service === 'accounts' ? ofAccounts.database.migrations : []);
  return Database.open({ service, url: roleUrl(service), migrations });
}

async function migrateAll(roleUrl: RoleUrl): Promise<void> {
  for (const service of schemas) {
    const database = await openDatabase(service, roleUrl);
    await database.migrate().finally(() => database.close());
  }
}

/** The live side of the product without its reactions: stores that keep their state, projections that follow. */
export class LiveSide {
  private readonly databases = new Map<string, Database>();
  private readonly stores = new Map<Owner, EventStore>();
  /** Of every projection that can be rebuilt. */
  readonly consumers: Consumer[] = [];
  private bus: Bus | null = null;

  private constructor(readonly fresh: FreshDatabase) {}

  static async open(): Promise<LiveSide> {
    const template = 'live side';
    const side = new LiveSide(await freshDatabase([...schemas], migrateAll, { template }));
    for (const service of schemas)
      side.databases.set(service, await openDatabase(service, side.fresh.roleUrl));
    for (const owner of writers) side.stores.set(owner, side.makeStore(owner));
    for (const what of rebuildables)
      if ('consumers' in what) side.consumers.push(...what.consumers(side.database(what.service)));
    return side;
  }

  /** The projections follow the stores from now on, as they do in the product. */
  async follow(bus: Bus = new EmbeddedBus(() => undefined)): Promise<void> {
    for (const store of this.stores.values()) bus.publish(store);
    for (const consumer of this.consumers) bus.consume(consumer);
    await bus.start();
    this.bus = bus;
  }

  async unfollow(): Promise<void> {
    await this.bus?.stop();
    this.bus = null;
  }

  database(service: string): Database {
    const database = this.databases.get(service);
    if (database === undefined) throw new Error(`no database of ${service}`);
    return database;
  }

  store(owner: Owner): EventStore {
    const store = this.stores.get(owner);
    if (store === undefined) throw new Error(`no store of ${owner}`);
    return store;
  }

  /** Appends chapters until there are so many events more. */
  async write(history: History, events: number): Promise<void> {
    const end = history.events + events;
    while (history.events < end) {
      const together = new Map<Owner, Appending[]>();
      for (let chapter = 0; chapter < chaptersAtOnce && history.events < end; chapter += 1) {
        for (const [owner, appendings] of history.next())
          together.set(owner, [...(together.get(owner) ?? []), ...appendings]);
      }
      await Promise.all([...together].map(([owner, appendings]) => this.append(owner, appendings)));
    }
  }

  /** Until every projection has applied every event that is there now. */
  async settle(timeoutMs: number): Promise<void> {
    const heads = new Map<Owner, string>();
    for (const [owner, store] of this.stores) heads.set(owner, await store.lastCursor());
    for (const consumer of this.consumers)
      await eventually(() => this.hasAll(consumer, heads), { timeoutMs, everyMs: 200 });
  }

  /** Every compared table of the live side, each as one hash made by the server; not by the code under test. */
  async hashes(): Promise<Record<string, string>> {
    const all: Record<string, string> = {};
    for (const { service, tables } of rebuildables) {
      for (const table of tables) {
        const [row] = await this.database(service).query<{ hash: string }>(
          `test-hash-${table}`,
          `select count(*) || ' ' || md5(coalesce(string_agg(line, E'\\n' order by line collate "C"), '')) as hash
             from (select t::text as line from ${table} as t) as lines`,
        );
        all[`${service}.${table}`] = row?.hash ?? '';
      }
    }
    return all;
  }

  async close(): Promise<void> {
    await this.bus?.stop();
    for (const database of this.databases.values()) await database.close();
    await this.fresh.drop();
  }

  private async append(owner: Owner, appendings: readonly Appending[]): Promise<void> {
    const store = this.store(owner);
    const streams = [...new Set(appendings.map(({ stream }) => stream))];
    await store.transaction(streams, (tx) => store.append(tx, appendings));
  }

  private makeStore(owner: Owner): EventStore {
    const state = rebuildables.find((what): what is Extract<Rebuildable, { owner: Owner }> =>
      'owner' in what ? what.owner === owner : false,
    );
    const options = {
      lockBuckets: 512,
      ...(state && { updateState: state.updateState }),
      ...(owner === 'queue' && { lockOf }),
    };
    return new EventStore(this.database(owner), owner, options);
  }

  private async hasAll(
    { name, database, types }: Consumer,
    heads: ReadonlyMap<Owner, string>,
  ): Promise<void> {
    for (const owner of new Set(types.map(ownerOf))) {
      const source = `embedded:${owner}`;
      const cursors = await database.transaction((tx) => progress.readCursors(tx, name, source));
      const [reached, head] = [cursors.get(0) ?? '0:0', heads.get(owner) ?? '0:0'];
      if (placeOf(reached) < placeOf(head))
        throw new Error(`${name} is at ${reached} of ${owner}, not ${head}`);
    }
  }
}

/** One number in the order of the feed: tx_id, then position. */
function placeOf(cursor: string): bigint {
  const [txId = '0', position = '0'] = cursor.split(':');
  return (BigInt(txId) << 64n) + BigInt(position);
}
