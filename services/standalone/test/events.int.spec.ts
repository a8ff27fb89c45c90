import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { EmbeddedBus } from '@atomicdb/bus';
import { provisionRoles, startPostgres, withDatabase } from '@atomicdb/embedded-postgres';
import { freshDatabase, withClient, type RoleUrl } from '@atomicdb/testing';
import { schemas } from '../src';
import { writeLine } from '../src/commands/events/event-file';
import { importEvents } from '../src/commands/events/import';
import type { EventsCommand } from '../src/commands/events/parse-events';
import { restore } from '../src/commands/events/restore';
import { runEvents } from '../src/commands/events/run-events';
import { toFile } from '../src/commands/events/to-file';
import { openDatabase, withStores } from '../src/commands/events/stores';
import { verify } from '../src/commands/events/verify';
import type { FoundProduct } from '../src/commands/find-product';
import { runRebuild } from '../src/commands/rebuild/run-rebuild';
import { sentenceOf } from '../src/commands/sentence';
import { withDatabases } from '../src/commands/admin/with-databases';
import { listLetters } from '../src/commands/admin/dead-letters';
import { copyTables } from './events/copy-tables';
import { emptyProduct } from './events/empty-product';
import { settledTables } from './events/settled-tables';
import { startWholeProduct } from './whole-product';

const recorded = join(__dirname, 'recorded/v0.1.0.ndjson');
const events = 429;

let folder: string;
let lines: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomicdb-events-'));
  lines = (await readFile(recorded, 'utf8')).trimEnd().split('\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Product = Awaited<ReturnType<typeof emptyProduct>>;

async function migrate(product: Pick<FoundProduct, 'roleUrl'>): Promise<void> {
  for (const schema of schemas) {
    const database = await openDatabase(product, schema as never);
    await database.migrate();
    await database.close();
  }
}

/** What each test gets is a copy: the work is done once. */
async function productMadeBy(work: (roleUrl: RoleUrl) => Promise<void>, template: string): Promise<Product> {
  const fresh = await freshDatabase([...schemas], work, { template });
  return { fresh, roleUrl: fresh.roleUrl, brokers: null };
}

const migrated = () => productMadeBy((roleUrl) => migrate({ roleUrl }), 'migrated product');

const imported = () =>
  productMadeBy(async (roleUrl) => {
    await migrate({ roleUrl });
    await importEvents({ roleUrl }, recorded);
  }, 'imported product');

async function fileOf(name: string, changed: readonly string[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `${changed.join('\n')}\n`);
  return file;
}

function countEvents(product: FoundProduct): Promise<number> {
  return withStores(product, async (stores) => {
    let count = 0;
    for (const store of stores.values()) count += await store.countAll();
    return count;
  });
}

/** A line with other words in it, and the check that belongs to them. */
function changed(index: number, words: object): (all: string[]) => string[] {
  return (all) => {
    const { check: _check, ...line } = JSON.parse(all[index] ?? '') as Record<string, unknown>;
    return all.with(index, writeLine({ ...line, ...words }).trimEnd());
  };
}

/** What one command says and gives, in this process. */
async function run(command: EventsCommand, signal = new AbortController().signal) {
  const said: string[] = [];
  const out = new Writable({ write: (_chunk, _encoding, done) => done() });
  const code = await runEvents(command, { out, say: (line) => said.push(line) }, signal);
  return { code, said };
}

describe('import', () => {
  let product: Product;

  beforeAll(async () => (product = await migrated()));
  afterAll(() => product.fresh.drop());

  const damages: [string, (all: string[]) => string[], string][] = [
    [
      'a changed byte',
      (all) => all.with(40, (all[40] ?? '').replace('"stream":"', '"stream":"x')),
      'line 41: its check does not match',
    ],
    [
      'a broken line',
      (all) => all.with(7, (all[7] ?? '').slice(0, -20)),
      'line 8: it is no JSON (Unterminated string',
    ],
    [
      'a line that is missing',
      (all) => all.toSpliced(30, 1),
      `line ${events + 6}: it counts 429 events and 5 rows; there are 428 and 5`,
    ],
    [
      'lines that changed places',
      (all) => all.toSpliced(1, 2, all[2] ?? '', all[1] ?? ''),
      `line ${events + 7}: the lines before it have SHA-256`,
    ],
    [
      'an end that is cut off',
      (all) => all.slice(0, -3),
      `line ${events + 5}: the file ends before its foot`,
    ],
    ['no head', (all) => all.slice(1), 'line 1: the file does not begin with its head'],
    ['a line that is no object', (all) => all.with(5, 'null'), 'line 6: it is no JSON object'],
    ['a time that is none', changed(3, { occurredAt: 'yesterday' }), 'line 4: occurredAt: is no time as in '],
    ['a trace that is none', changed(3, { traceparent: 7 }), 'line 4: traceparent: '],
    ['a payload that is none', changed(3, { payload: '!!!!' }), 'line 4: payload: is no base64'],
    ['a line without payload', changed(3, { payload: undefined }), 'line 4: payload: '],
    ['a rule that is none', changed(3, { canonicalVersion: 'x' }), 'line 4: canonicalVersion: '],
    ['what no event has', changed(3, { more: 1 }), 'line 4: Unrecognized key: "more"'],
    [
      'a row that is not whole',
      changed(events + 2, { row: { account_id: 'a' } }),
      `line ${events + 3}: row.password_hash: `,
    ],
    [
      'a row of nobody',
      changed(events + 2, { row: { account_id: 'a', password_hash: 'x' } }),
      `line ${events + 3}: no account a is registered before it`,
    ],
    [
      'a line that does not end',
      (all) => all.with(9, 'x'.repeat(17_000_000)),
      'line 10: it is longer than 16 MB',
    ],
    ['something else', () => ['hello'], 'line 1: it is no JSON (Unexpected token'],
  ];

  it.each(damages)(
    'of a file with %s names line and reason, and changes nothing',
    async (_name, damage, reason) => {
      const file = await fileOf('damaged.ndjson', damage(lines));
      await expect(importEvents(product, file)).rejects.toThrow(reason);
      expect(await countEvents(product)).toBe(0);
      await expect(importInto(join(folder, 'new'), file)).rejects.toThrow(reason);
      expect(await readdir(folder)).not.toContain('new');
    },
  );

  it('of a file that is not there, is empty or is none says so, and makes no database for it', async () => {
    await writeFile(join(folder, 'empty'), '');
    await expect(importInto(join(folder, 'new'), join(folder, 'no'))).rejects.toThrow(
      /\/no cannot be read \(ENOENT\): give a file that export has written\.$/,
    );
    await expect(importInto(join(folder, 'new'), join(folder, 'empty'))).rejects.toThrow(
      'empty, line 1: the file ends before its foot: it was cut off.',
    );
    await expect(importInto(join(folder, 'new'), folder)).rejects.toThrow(
      `${folder} is no file: give one that export has written.`,
    );
    expect(await readdir(folder)).not.toContain('new');
  });

  const importInto = (data: string, file: string) =>
    run({ verb: 'import', json: false, file, place: { data } });

  it('refuses a product that has other events, or others under the same ids, and changes nothing', async () => {
    await importEvents(product, recorded);
    await withClient(product.fresh.superuserUrl, (client) =>
      client.query(`update accounts.events set payload = '\\x00' where version = 1 and position = 1`),
    );
    await expect(importEvents(product, recorded)).rejects.toThrow(
      /accounts has another account-.*@1 than the file/,
    );
    const other = await migrated();
    await withClient(other.fresh.roleUrl('queue'), (client) =>
      client.query(`insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
                    values (gen_random_uuid(), 'request-x', 1, 'RequestJoined', 1, now(), 1, '')`),
    );
    await expect(importEvents(other, recorded)).rejects.toThrow('queue has 1 events that the file has not');
    expect(await countEvents(other)).toBe(1);
    await other.fresh.drop();
  });
});

describe('a file that is written', () => {
  it('is there once it is whole, and what was there before until then', async () => {
    const file = join(folder, 'whole');
    const fill = async (out: Writable) => {
      out.write('new');
      expect(await readFile(file, 'utf8')).toBe('old');
    };
    await writeFile(file, 'old');
    await toFile(file, fill);
    expect(await readFile(file, 'utf8')).toBe('new');
    await expect(toFile(file, () => Promise.reject(new Error('no')))).rejects.toThrow(/^no$/);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await symlink(file, join(folder, 'link'));
    await toFile(join(folder, 'link'), async (out) => void out.write('by link'));
    expect(await readFile(file, 'utf8')).toBe('by link');
    expect(await readlink(join(folder, 'link'))).toBe(file);
  });

  it('is refused with a sentence where it cannot be, before anything is written', async () => {
    const fill = jest.fn<Promise<void>, []>();
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    await expect(toFile(join(folder, 'a-folder'), fill)).rejects.toThrow(
      /a-folder is no file: give the name of one, or - for standard output\.$/,
    );
    await expect(toFile(join(folder, 'none/file'), fill)).rejects.toThrow(
      /none\/file cannot be written \(its folder is not there\): give a place that can\.$/,
    );
    if (process.platform === 'linux') {
      for (const file of ['/proc/atomicdb', '/proc/atomicdb/deep/file'])
        await expect(toFile(file, fill)).rejects.toThrow(/^\/proc\/atomicdb.* cannot be written \(.*\): /);
      await expect(toFile('/dev/null', fill)).rejects.toThrow('/dev/null is no file: ');
    }
    expect(fill).not.toHaveBeenCalled();
  });
});

describe('a database on which the product was never started', () => {
  it('gets the same sentence from every command', async () => {
    const { fresh } = await emptyProduct();
    const place = { postgres: fresh.superuserUrl };
    const { signal } = new AbortController();
    const shared = { json: false, place };
    const screen = { isTerminal: false, write: () => undefined, now: () => 0 };
    const rebuild = { names: ['backing'], place, acceptDifferences: false, dropOld: false };
    const list = { ...shared, kind: 'list', consumer: null, limit: 1 } as const;
    const commands: (() => Promise<unknown>)[] = [
      () => run({ ...shared, verb: 'tail', choice: {}, fromStart: true }),
      () => run({ ...shared, verb: 'show', stream: 'account-a' }),
      () => run({ ...shared, verb: 'export', file: '-' }),
      () => run({ ...shared, verb: 'verify' }),
      () => run({ ...shared, verb: 'restore' }),
      () => runRebuild(rebuild, screen, signal),
      () => runRebuild({ ...rebuild, names: ['positions'] }, screen, signal),
      () => withDatabases(place, (databases) => listLetters(databases, list)),
    ];
    for (const command of commands) {
      const error = await command().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(sentenceOf(error)).toMatch(
        /^The database is not of this release \(relation "\w+" does not exist\): start the product on it once, or import its events, then ask again\.$/,
      );
    }
    await fresh.drop();
  });
});

describe('verify', () => {
  it('names each fault that is planted: a gap, a wrong id, a damaged payload, a consumer that is ahead', async () => {
    const product = await imported();
    expect((await verify(product)).faults).toEqual([]);
    await withClient(product.fresh.superuserUrl, async (client) => {
      await client.query(`delete from queue.events where type = 'RequestLeased' and position = 3`);
      await client.query(`update analyses.events set payload = '\\xffff' where position = 1`);
      await client.query(`update accounts.events set event_id = gen_random_uuid() where position = 2`);
      await client.query(
        `insert into backing.consumer_progress values ('c', 'embedded:queue', 0, '999999999:1')`,
      );
      await client.query(
        `insert into backing.applied_versions (consumer, owner, stream, version) values ('c', 'queue', 'request-none', 1)`,
      );
    });
    const place = { postgres: product.fresh.superuserUrl };
    await expect(run({ verb: 'export', json: false, file: '-', place })).rejects.toThrow(
      /^accounts has account-.*@1, which no import would take: its id is not that of account-.*@1\. See events -- verify\.$/,
    );
    const { faults } = await verify(product);
    expect(faults).toHaveLength(5);
    expect(faults[0]).toMatch(/^accounts: account-.*@1 has the id of another event$/);
    expect(faults[1]).toMatch(/^queue: request-.* has \d events with versions from 1 to \d$/);
    expect(faults[2]).toMatch(/^analyses: analysis-.*@1: AnalysisCompleted cannot be decoded/);
    expect(faults[3]).toMatch(/^backing: c is at 999999999:1 of queue, which ends at /);
    expect(faults[4]).toBe('backing: c is at request-none@1 of queue, which ends at 0');
    await product.fresh.drop();
  });
});

describe('restore', () => {
  it('is refused while the product runs, or anything else of it, and changes nothing', async () => {
    const product = await imported();
    const running = await startWholeProduct(new EmbeddedBus(() => undefined), product.fresh);
    const numbers = await numbersOf(product);
    const place = { postgres: product.fresh.superuserUrl };
    await expect(run({ verb: 'restore', json: false, place })).rejects.toThrow(
      /^The product runs \(sessions of accounts, .*queue.*\): stop it first, then run npm run events -- restore again\.$/,
    );
    expect(await numbersOf(product)).toEqual(numbers);
    await running.stop();
  });

  it('makes no database where none is', async () => {
    const place = { data: join(folder, 'new') };
    await expect(run({ verb: 'restore', json: false, place })).rejects.toThrow(
      /^No AtomicDB runs on .*new: /,
    );
    expect(await readdir(folder)).not.toContain('new');
  });

  it('lets a product go on whose tables were restored into another cluster, where transactions are counted anew', async () => {
    const old = await imported();
    const dataDir = await mkdtemp(join(tmpdir(), 'atomicdb-restored-'));
    // The server runs as another user when the tests run as root.
    await chmod(dataDir, 0o755);
    const [tables, server] = await Promise.all([
      settledTables(old.fresh),
      startPostgres({ dataDir, fsync: false }),
    ]);
    // The old cluster has counted further than the new one.
    await withClient(old.fresh.superuserUrl, async (client) => {
      for (const schema of schemas) {
        await client.query(
          `update ${schema}.events set tx_id = (tx_id::text::bigint + 1000000000)::text::xid8`,
        );
        await client.query(`update ${schema}.consumer_progress set cursor =
          (split_part(cursor, ':', 1)::bigint + 1000000000)::text || ':' || split_part(cursor, ':', 2)`);
      }
    });

    const { roleUrl } = await provisionRoles(server.superuserUrl, 'atomicdb', [...schemas]);
    const superuserUrl = withDatabase(server.superuserUrl, 'atomicdb');
    const fresh = { roleUrl, superuserUrl, drop: () => Promise.resolve() };
    const product = { roleUrl, brokers: null, fresh };
    await migrate(product);
    await copyTables(old.fresh.superuserUrl, superuserUrl, schemas);
    const feeds = await feedsOf(old);

    expect((await verify(product)).faults).toContainEqual(
      expect.stringMatching(
        /^queue: \d+ events have transactions of another cluster: run npm run events -- restore$/,
      ),
    );
    // Consumers would pass over what such a service appended.
    await expect(startWholeProduct(new EmbeddedBus(() => undefined), fresh)).rejects.toThrow(
      /^The events of \w+ come from another cluster of PostgreSQL: run npm run events -- restore, then start\.$/,
    );
    const restored = await restore(product);
    expect(restored.events).toBe(await countEvents(old));
    expect(restored.places).toBeGreaterThan(5);
    expect(await restore(product)).toEqual({ events: restored.events, places: 0 });
    expect(await feedsOf(product)).toEqual(feeds);
    expect((await verify(product)).faults).toEqual([]);

    // Nothing is applied again, and what is appended now is read.
    expect(await settledTables(fresh)).toEqual(tables);
    await withStores(product, async (stores) => {
      const store = stores.get('accounts');
      const data = { accountId: 'late', name: 'late', operator: false };
      await store?.transaction(['account-late'], (tx) =>
        store.append(tx, [
          { stream: 'account-late', expectedVersion: 0, events: [{ type: 'AccountRegistered', data }] },
        ]),
      );
    });
    const after = await settledTables(fresh);
    expect(after['attribution.account_names']?.rows).toBe(
      (tables['attribution.account_names']?.rows ?? 0) + 1,
    );
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    await old.fresh.drop();
  });

  /** The place of every event of the queue. */
  function numbersOf(product: FoundProduct): Promise<unknown[]> {
    return withClient(product.roleUrl('queue'), async (client) => {
      const { rows } = await client.query(`select event_id, tx_id, position from events order by event_id`);
      return rows;
    });
  }

  /** Every feed in its order; of the old cluster by its numbers, whatever its horizon says. */
  async function feedsOf(product: FoundProduct): Promise<string[]> {
    const all: string[] = [];
    for (const schema of schemas) {
      await withClient(product.roleUrl(schema), async (client) => {
        const { rows } = await client.query<{ event_id: string }>(
          `select event_id from events order by tx_id, position`,
        );
        all.push(...rows.map(({ event_id }) => event_id));
      });
    }
    return all;
  }
});
