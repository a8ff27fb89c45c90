import { ConflictError } from '@atomicdb/decider';
import type { DomainEvent } from '@atomicdb/events';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { Database, EventStore, Migration, type FeedCursor, type StateUpdate, type Tx } from '../src';

class FoldMigration extends Migration {
  override up(): void {
    this.addSql(`create table fold (stream text primary key, version integer not null)`);
  }
}

const migrations = [{ name: '0002-fold', class: FoldMigration }];

function event(position: string): DomainEvent {
  return { type: 'MovesOpened', data: { position, moves: [] } };
}

describe('the event store', () => {
  let url: string;
  let database: Database;
  let store: EventStore;

  beforeAll(async () => {
    const fresh = await freshDatabase(['positions'], () => Promise.resolve());
    url = fresh.roleUrl('positions');
    database = await Database.open({ service: 'positions', url, migrations });
    await database.migrate();
    const updateState: StateUpdate = async (tx, records) => {
      for (const { stream, version } of records) {
        await tx.query(
          'fold',
          `insert into fold values ($1, $2) on conflict (stream) do update set version = excluded.version`,
          [stream, version],
        );
      }
    };
    store = new EventStore(database, 'positions', { updateState });
  });

  afterAll(() => database.close());

  function append(stream: string, expectedVersion: number | 'any', count = 1) {
    const events = Array.from({ length: count }, () => event(stream));
    return store.transaction([stream], (tx) => store.append(tx, [{ stream, expectedVersion, events }]));
  }

  async function feedFrom(after: FeedCursor): Promise<string[]> {
    const { events } = await store.readFeed(after, 1_000);
    return events.map(({ envelope }) => `${envelope.stream}@${envelope.version}`);
  }

  /** The horizon covers the whole cluster: a transaction of another test file may hold it back for a moment. */
  function feedReaches(after: FeedCursor, expected: string[]): Promise<void> {
    return eventually(async () => expect(await feedFrom(after)).toEqual(expected), { timeoutMs: 20_000 });
  }

  it('gives versions from 1, and the same id for the same place', async () => {
    const [first, second] = await append('position-a', 0, 2);
    expect([first?.version, second?.version]).toEqual([1, 2]);
    const stored = await database.transaction((tx) => store.readStream(tx, 'position-a'));
    expect(stored.map(({ eventId }) => eventId)).toEqual([first?.eventId, second?.eventId]);
    expect(stored[0]?.event).toEqual(event('position-a'));
  });

  it('refuses a decision that was made on an older version, and keeps nothing of it', async () => {
    await append('position-b', 0);
    await expect(append('position-b', 0)).rejects.toThrow(ConflictError);
    const stored = await database.transaction((tx) => store.readStream(tx, 'position-b'));
    expect(stored).toHaveLength(1);
  });

  it('keeps the state tables in the transaction of the events', async () => {
    await append('position-c', 0, 3);
    const failing = store.transaction(['position-c'], async (tx) => {
      await store.append(tx, [{ stream: 'position-c', expectedVersion: 3, events: [event('position-c')] }]);
      throw new Error('after the append');
    });
    await expect(failing).rejects.toThrow('after the append');
    const [row] = await database.query<{ version: number }>(
      'read-fold',
      `select version from fold where stream = $1`,
      ['position-c'],
    );
    expect(row?.version).toBe(3);
  });

  it('does not skip an event committed late by an older transaction', async () => {
    const start = await store.lastCursor();
    let release: () => void = () => undefined;
    let appended: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const written = new Promise<void>((resolve) => (appended = resolve));
    const late = store.transaction(['position-late'], async (tx: Tx) => {
      await store.append(tx, [
        { stream: 'position-late', expectedVersion: 0, events: [event('position-late')] },
      ]);
      appended();
      await held;
    });
    await written;
    await append('position-early', 0);
    expect(await feedFrom(start)).toEqual([]);
    release();
    await late;
    await feedReaches(start, ['position-late@1', 'position-early@1']);
  });

  it('lets 20 writers of one stream each append once, in the order of the feed', async () => {
    const start = await store.lastCursor();
    await Promise.all(Array.from({ length: 20 }, () => append('position-race', 'any')));
    const expected = Array.from({ length: 20 }, (_, index) => `position-race@${index + 1}`);
    await feedReaches(start, expected);
  });

  it('never lets two writers wait for each other, in whatever order they name their streams', async () => {
    const streams = Array.from({ length: 12 }, (_, index) => `position-crossed-${index}`);
    const write = (names: readonly string[]) =>
      store.transaction(names, (tx) =>
        store.append(
          tx,
          names.map((stream) => ({ stream, expectedVersion: 'any' as const, events: [event(stream)] })),
        ),
      );
    const turned = Array.from({ length: 24 }, (_, turn) => {
      const names = [...streams.slice(turn % 12), ...streams.slice(0, turn % 12)];
      return turn % 2 === 0 ? names : names.reverse();
    });
    await Promise.all(turned.map(write));
    const stored = await database.transaction((tx) => store.readStream(tx, 'position-crossed-0'));
    expect(stored.map(({ version }) => version)).toEqual(turned.map((_, index) => index + 1));
  });

  it('refuses to append to a stream whose lock the transaction has not taken, and keeps nothing of it', async () => {
    const forgetful = store.transaction(['position-named'], async (tx) => {
      const appending = (stream: string) => ({ stream, expectedVersion: 0, events: [event(stream)] });
      await store.append(tx, ['position-named', 'position-forgotten'].map(appending));
    });
    await expect(forgetful).rejects.toThrow(
      'position-forgotten of positions is appended to without its lock',
    );
    expect(await database.transaction((tx) => store.readStream(tx, 'position-named'))).toEqual([]);
    const unlocked = {
      stream: 'position-unlocked',
      expectedVersion: 0,
      events: [event('position-unlocked')],
    };
    const without = database.transaction((tx) => store.append(tx, [unlocked]));
    await expect(without).rejects.toThrow('position-unlocked of positions is appended to without its lock');
    const locked = database.transaction(async (tx) => {
      await store.lock(tx, [unlocked.stream]);
      return store.append(tx, [unlocked]);
    });
    expect((await locked).map(({ version }) => version)).toEqual([1]);
  });

  it('refuses to lock streams after another statement, which may have set the place in the feed', async () => {
    const late = database.transaction(async (tx) => {
      await tx.query('first', 'select pg_current_xact_id()');
      await store.lock(tx, ['position-late-lock']);
    });
    await expect(late).rejects.toThrow('the stream locks of positions come after another statement');
  });

  it('guards every stream by the one lock that its store names for them', async () => {
    const guarded = new EventStore(database, 'positions', { lockOf: () => 'all' });
    const append = (lock: string, stream: string) =>
      guarded.transaction([lock], async (tx) => {
        await guarded.append(tx, [{ stream, expectedVersion: 0, events: [event(stream)] }]);
        return tx.query(
          'own-locks',
          `select objid from pg_locks where locktype = 'advisory' and objsubid = 1
                                        and mode = 'ExclusiveLock' and pid = pg_backend_pid()`,
        );
      });
    const byName = await append('all', 'position-guarded-1');
    expect(byName).toHaveLength(1);
    expect(await append('position-guarded-2', 'position-guarded-2')).toEqual(byName);
  });

  it('holds no feed back for longer than 30 s: by then the server ends a statement and an idle transaction', async () => {
    const limits = await database.query(
      'limits',
      `select current_setting('statement_timeout') as statement,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(limits).toEqual([{ statement: '30s', idle: '30s' }]);
  });

  it('refuses more streams in one transaction than the server can lock', async () => {
    const streams = Array.from({ length: 1_001 }, (_, index) => `position-${index}`);
    await expect(store.transaction(streams, () => Promise.resolve())).rejects.toThrow(
      '1001 streams in one transaction; at most 1000',
    );
  });

  it('lets streams share locks where a transaction touches very many of them', async () => {
    const shared = new EventStore(database, 'positions', { lockBuckets: 64 });
    const streams = Array.from({ length: 3_000 }, (_, index) => `position-many-${index}`);
    const append = () =>
      shared.transaction(streams, async (tx) => {
        const [locks] = await tx.query<{ count: number }>(
          'count-locks',
          `select count(*)::int as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
        );
        await shared.append(
          tx,
          streams.map((stream) => ({ stream, expectedVersion: 'any' as const, events: [event(stream)] })),
        );
        return locks?.count;
      });
    const bucketsAndGate = 64 + 1;
    expect(await Promise.all([append(), append()])).toEqual([bucketsAndGate, bucketsAndGate]);
    const last = await database.transaction((tx) => store.readStream(tx, 'position-many-2999'));
    expect(last.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('refuses a database that is newer than the release', async () => {
    const older = await Database.open({ service: 'positions', url });
    try {
      await expect(older.migrate()).rejects.toThrow(
        'The database of positions is newer than this release (it has 0002-fold): start a newer release.',
      );
    } finally {
      await older.close();
    }
  });

  it('gives leadership to one process at a time, and again after it is let go', async () => {
    const first = await database.tryLeadership('relay');
    expect(await database.tryLeadership('relay')).toBeNull();
    await first?.release();
    const second = await database.tryLeadership('relay');
    expect(second?.held()).toBe(true);
    await second?.release();
  });
});
