import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provisionRoles, startPostgres } from '@atomicdb/embedded-postgres';
import { eventually, runSeed, seeded } from '@atomicdb/testing';
import { Database, EventStore, type FeedBatch, type FeedCursor } from '../src';
import { makeReader } from './feed/readers';
import { drain, judge, runModel } from './feed/run-model';
import { openScene, type Scene } from './feed/scene';

const patience = { timeoutMs: 20_000 };

describe('the feed under concurrent writers', () => {
  let scene: Scene;

  beforeAll(async () => (scene = await openScene()));
  afterAll(() => scene.database.close());

  it('gives every event once and in stream order', async () => {
    const { written, readers } = await runModel({
      ...scene,
      seed: runSeed('feed'),
      writers: 16,
      events: 6_000,
      pauseMs: 20,
      readers: ['feed', 'feed', 'feed'],
    });
    expect(written).toBeGreaterThanOrEqual(6_000);
    const right = { seen: written, missed: 0, doubled: 0, outOfOrder: 0 };
    expect(readers.map(({ outcome }) => outcome)).toEqual([right, right, right]);
  });

  it('is judged by a judge that sees what is missed, doubled and out of order', () => {
    const there = new Set(['a@1', 'a@2', 'b@1']);
    expect(judge(['a@2', 'a@1', 'a@1'], there)).toEqual({ seen: 3, missed: 1, doubled: 1, outOfOrder: 1 });
  });
});

/** Sizes of the payloads of every batch, to the end. */
async function sizesOf(read: (after: FeedCursor) => Promise<FeedBatch>): Promise<number[][]> {
  const batches: number[][] = [];
  let { events } = await read('0:0');
  while (events.length > 0) {
    batches.push(events.map(({ payload }) => payload.length));
    ({ events } = await read(events.at(-1)?.cursor ?? ''));
  }
  return batches;
}

describe('the place in the feed', () => {
  it('is the pair: smaller ids of a later transaction are not passed over, as by two mutants [B62]', async () => {
    const { database, store } = await openScene();
    const plant = (txId: number, position: number) =>
      database.query(
        'plant',
        `insert into events (position, tx_id, event_id, stream, version, type, schema_version, occurred_at,
                             canonical_version, payload) overriding system value
         values ($1, $2::text::xid8, gen_random_uuid(), $3, 1, 'MovesOpened', 1, now(), 1, '')`,
        [position, String(txId), `position-${position}`],
      );
    try {
      const readers = (['feed', 'naive', 'xmin-only'] as const).map((kind) =>
        makeReader(kind, store, seeded(1)),
      );
      await plant(101, 12);
      await Promise.all(readers.map(drain));
      await plant(102, 10);
      await plant(102, 11);
      await Promise.all(readers.map(drain));
      const first = 'position-12@1';
      const all = [first, 'position-10@1', 'position-11@1'];
      expect(readers.map(({ seen }) => seen)).toEqual([all, [first], [first]]);
      const { events } = await store.readFeed('0:0', 10);
      expect(events.map(({ cursor }) => cursor)).toEqual(['101:12', '102:10', '102:11']);
    } finally {
      await database.close();
    }
  });

  it('moves on by batches of 8 MiB at most where events are large, and skips none', async () => {
    const { database, store } = await openScene();
    try {
      const mebibyte = 1_048_576;
      const sizes = [
        ...Array<number>(10).fill(mebibyte),
        1,
        4 * mebibyte,
        1,
        ...Array<number>(3).fill(mebibyte),
      ];
      await database.query(
        'plant-large',
        `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
         select gen_random_uuid(), 'position-large', n, 'MovesOpened', 1, now(), 1, decode(repeat('ab', bytes), 'hex')
           from unnest($1::int[]) with ordinality as sizes (bytes, n) order by n`,
        [sizes],
      );
      for (const read of ['readFeed', 'readCommitted'] as const) {
        // Open transactions of other tests hold the feed back.
        const batches = await eventually(async () => {
          const found = await sizesOf((after) => store[read](after, 200));
          expect(found.flat()).toEqual(sizes);
          return found;
        }, patience);
        expect(batches.map((batch) => batch.length)).toEqual([8, 6, 2]);
        const most = Math.max(...batches.map((batch) => batch.reduce((sum, size) => sum + size)));
        expect(most).toBe(8 * mebibyte);
      }
    } finally {
      await database.close();
    }
  });

  it('goes on over numbers that a crash has skipped, and the head is the last event [B61]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atomicdb-crashed-'));
    // The server runs as another user when the tests run as root.
    await chmod(dataDir, 0o755);
    const open = async () => {
      const server = await startPostgres({ dataDir });
      const roles = await provisionRoles(server.superuserUrl, 'atomicdb', ['positions']);
      const database = await Database.open({ service: 'positions', url: roles.roleUrl('positions') });
      await database.migrate();
      return { server, database, store: new EventStore(database, 'positions') };
    };
    const append = (store: EventStore, count: number) =>
      store.transaction(['position-a'], (tx) => {
        const data = { position: 'a', moves: [] };
        const events = Array.from({ length: count }, () => ({ type: 'MovesOpened' as const, data }));
        return store.append(tx, [{ stream: 'position-a', expectedVersion: 'any', events }]);
      });

    const before = await open();
    await append(before.store, 11);
    const { events: eleven } = await before.store.readFeed('0:0', 100);
    await before.server.stop('immediate');
    await before.database.close().catch(() => undefined);

    const after = await open();
    await append(after.store, 1);
    const cursor = eleven.at(-1)?.cursor ?? '';
    const { events } = await after.store.readFeed(cursor, 100);
    const head = await after.store.feedHead();
    await after.database.close();
    await after.server.stop();
    await rm(dataDir, { recursive: true, force: true });
    expect(Number(cursor.split(':')[1])).toBe(11);
    expect(Number(events[0]?.cursor.split(':')[1])).toBeGreaterThan(12);
    expect(events.map(({ envelope }) => envelope.version)).toEqual([12]);
    expect(head).toBe(events[0]?.cursor);
  });
});
