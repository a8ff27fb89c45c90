import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedBus } from '@atomicdb/bus';
import { provisionRoles, startPostgres, type RunningPostgres } from '@atomicdb/embedded-postgres';
import { Database, EventStore } from '@atomicdb/event-store';
import { eventually } from '@atomicdb/testing';
import { schemas } from '../src';
import { Product } from './product';
import { Command } from './run-command';

const consumer = 'backing:test:1';

const recorded = join(__dirname, 'recorded/v0.1.0.ndjson');

const admin = (...args: string[]) => Command.run('admin', ...args);

describe('admin -- dead-letters', () => {
  let data: string;
  let stop: () => Promise<void>;
  let isMended = false;

  beforeAll(async () => {
    data = Product.dataFolder();
    await mkdir(join(data, 'postgres'), { mode: 0o755 });
    const server = await startPostgres({ dataDir: join(data, 'postgres'), fsync: false });
    const roles = await provisionRoles(server.superuserUrl, 'atomicdb', schemas);
    const open = (service: string) => Database.open({ service, url: roles.roleUrl(service) });
    const databases = await Promise.all(schemas.map(open));
    for (const database of databases) await database.migrate();
    const of = (schema: string) => databases[schemas.indexOf(schema)] as Database;
    const store = new EventStore(of('accounts'), 'accounts');
    const bus = new EmbeddedBus(() => undefined);
    bus.publish(store);
    bus.consume({
      name: consumer,
      types: ['AccountRegistered'],
      database: of('backing'),
      handle: (_tx, { version }) =>
        version === 2 && !isMended ? Promise.reject(new Error('no')) : Promise.resolve(),
    });
    await bus.start();
    const registered = { accountId: 'a', name: 'ada', operator: false };
    await store.transaction(['account-a'], (tx) =>
      store.append(tx, [
        {
          stream: 'account-a',
          expectedVersion: 0,
          events: [1, 2, 3].map(() => ({ type: 'AccountRegistered' as const, data: registered })),
        },
      ]),
    );
    await of('accounts').query(
      'plant-unknown',
      `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
       values (gen_random_uuid(), 'account-b', 1, 'AccountPraised', 1, now(), 1, '\\x0aff')`,
    );
    stop = async () => {
      await bus.stop();
      await Promise.all(databases.map((database) => database.close()));
      await server.stop('immediate');
      Product.remove(data);
    };
    await eventually(async () => {
      const rows = await of('backing').query('count-letters', 'select from dead_letters');
      expect(rows).toHaveLength(2);
    });
  });

  afterAll(() => stop());

  const listed = async () =>
    JSON.parse((await admin('dead-letters', 'list', '--data', data, '--json')).out) as {
      eventId: string;
      type: string;
      kind: string;
      attempts: number;
    }[];

  it('finds the running product by its data folder, and lists and shows what is set aside', async () => {
    const { code, out } = await admin('dead-letters', 'list', '--data', data);
    expect(code).toBe(0);
    expect(out.split('\n').filter(Boolean)).toHaveLength(3);
    expect(out).toMatch(/backing:test:1 +poison +AccountRegistered +account-a@2 .* poison: Error: no/);
    const letters = await listed();
    const unknown = letters.find(({ kind }) => kind === 'unreadable');
    const page = await admin('dead-letters', 'show', unknown?.eventId ?? '', '--data', data);
    expect(page.out).toContain('payload       2 bytes, not readable by this release:\n0aff\n');
    const poison = letters.find(({ kind }) => kind === 'poison');
    const shown = await admin('dead-letters', 'show', poison?.eventId ?? '', '--data', data, '--json');
    expect(JSON.parse(shown.out)).toMatchObject([{ consumer, payload: { accountId: 'a', name: 'ada' } }]);
  });

  it('releases them, and says which were applied and which came back', async () => {
    const early = await admin('dead-letters', 'release', '--all', '--data', data);
    expect(early.code).toBe(3);
    expect(early.out.split('\n')[0]).toBe('2 released');
    expect(early.out).toContain(`came back to ${consumer}: poison: Error: no`);
    isMended = true;
    const [first] = (await listed()).filter(({ kind }) => kind === 'poison');
    const mended = await admin('dead-letters', 'release', first?.eventId ?? '', '--data', data);
    expect(mended).toEqual({ code: 0, out: '1 released\n1 applied\n', err: '' });
    expect((await listed()).map(({ type, attempts }) => [type, attempts])).toEqual([['AccountPraised', 2]]);
  });

  it('says in one sentence what is wrong, with 2 for a wrong command and 1 for what cannot be done', async () => {
    const wrong = await admin('dead-letters', 'drop');
    expect(wrong).toEqual({ code: 2, out: '', err: 'dead-letters drop: give list, show or release.\n' });
    const nowhere = await admin('dead-letters', 'list', '--data', join(data, 'nowhere'));
    expect(nowhere.code).toBe(1);
    expect(nowhere.err).toContain('No AtomicDB runs on ');
    const unknown = await admin(
      'dead-letters',
      'show',
      '00000000-0000-8000-8000-000000000000',
      '--data',
      data,
    );
    expect(unknown.code).toBe(1);
    expect(unknown.err).toBe('There is no dead letter 00000000-0000-8000-8000-000000000000.\n');
    const refused = await admin(
      'dead-letters',
      'list',
      '--postgres',
      'postgres://postgres:x@127.0.0.1:9/atomicdb',
    );
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('No AtomicDB is found on 127.0.0.1:9: ');
    const nobody = await admin('dead-letters', 'release', '--all', '--consumer', 'nope', '--data', data);
    expect(nobody).toEqual({
      code: 1,
      out: '',
      err: 'There is no consumer nope: give one as in attribution:boards:1.\n',
    });
  });
});

describe('the commands beside a product that was imported and never started', () => {
  const stream = 'account-imported';
  let data: string;
  let server: RunningPostgres | null = null;

  beforeAll(() => {
    data = Product.dataFolder();
  });

  afterAll(async () => {
    await server?.stop('immediate');
    Product.remove(data);
  });

  async function openAccounts(): Promise<EventStore> {
    server ??= await startPostgres({ dataDir: join(data, 'postgres'), fsync: false });
    const { roleUrl } = await provisionRoles(server.superuserUrl, 'atomicdb', schemas);
    const database = await Database.open({ service: 'accounts', url: roleUrl('accounts') });
    return new EventStore(database, 'accounts');
  }

  /** An append that is under way until the function it gives is called: no moment comes for an export. */
  async function holdAppends(): Promise<() => Promise<void>> {
    const store = await openAccounts();
    let [begin, end] = [() => undefined as void, () => undefined as void];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    const appending = store.transaction(['account-held'], () => {
      begin();
      return ended;
    });
    await begun;
    return async () => {
      end();
      await appending;
      await store.database.close();
    };
  }

  async function register(): Promise<void> {
    const store = await openAccounts();
    const { database } = store;
    const registered = { accountId: 'imported', name: 'zoe', operator: false };
    await store.transaction([stream], (tx) =>
      store.append(tx, [
        { stream, expectedVersion: 'any', events: [{ type: 'AccountRegistered', data: registered }] },
      ]),
    );
    await database.close();
  }

  it('import its events where nothing runs, and find nothing wrong with them', async () => {
    const before = await Command.run('events', 'verify', '--data', data);
    expect(before.code).toBe(1);
    expect(before.err).toContain('No AtomicDB runs on ');
    // One that is killed while its database comes up leaves a server that is nobody's and has no roles yet.
    const killed = Command.start('events', 'import', recorded, '--data', data);
    const isUp = () => expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(true);
    await eventually(isUp, { timeoutMs: 60_000, everyMs: 5 });
    await killed.interrupt('SIGKILL');
    const { code, err } = await Command.run('events', 'import', recorded, '--data', data);
    expect([code, err]).toEqual([0, '429 events written, 0 were there already, 5 rows\n']);
    const verified = await Command.run('events', 'verify', '--data', data);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out.split('\n').slice(-2)).toEqual(['nothing is wrong', '']);
    expect(verified.out).toContain('positions: 351 events\n');
    expect(verified.out).toContain('attribution: 0 places, 0 versions of consumers\n');
  });

  it('stop the database that they have started when they are broken off', async () => {
    const verifying = Command.start('events', 'verify', '--data', data);
    const holder = join(data, 'postgres/holder');
    await eventually(() => expect(existsSync(holder)).toBe(true), { timeoutMs: 30_000, everyMs: 5 });
    expect(await verifying.interrupt('SIGTERM')).toEqual({ code: 143, out: '', err: 'Broken off.\n' });
    expect(existsSync(holder)).toBe(false);
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false);
  });

  it('leave no file of an export that is broken off, and fail where nobody reads it to its end', async () => {
    const file = join(data, 'backup.ndjson');
    const drafts = async () => (await readdir(data)).filter((name) => name.startsWith('backup'));
    const goOn = await holdAppends();
    const exporting = Command.start('events', 'export', file, '--data', data);
    await eventually(async () => expect(await drafts()).toHaveLength(1), { timeoutMs: 30_000 });
    expect(await exporting.interrupt()).toEqual({ code: 130, out: '', err: 'Broken off.\n' });
    expect(await drafts()).toEqual([]);
    const unread = Command.start('events', 'export', '-', '--data', data);
    unread.deafen();
    await goOn();
    expect(await unread.untilEnd()).toMatchObject({ code: 1 });
    expect(await Command.run('events', 'export', file, '--data', data)).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual(['backup.ndjson']);
  });

  it('print an event as it is appended, and end in order on ctrl-C and when nobody reads', async () => {
    await register();
    const following = Command.start('events', 'tail', '--data', data, '--json', '--stream', stream);
    const all = Command.start('events', 'tail', '--data', data, '--from', 'start');
    await eventually(() => expect(all.printed()).toHaveLength(430), { timeoutMs: 30_000 });
    all.deafen();
    await eventually(
      async () => {
        await register();
        expect(following.printed().length).toBeGreaterThan(0);
      },
      { timeoutMs: 30_000, everyMs: 500 },
    );
    expect(JSON.parse(following.printed()[0] ?? '')).toMatchObject({
      producer: 'accounts',
      type: 'AccountRegistered',
      stream,
      data: { accountId: 'imported', name: 'zoe', operator: false },
    });
    expect(await all.untilEnd()).toMatchObject({ code: 0, err: '' });
    expect(await following.interrupt()).toMatchObject({ code: 0, err: '' });
  });

  it('show one stream in its order, and say so when there is none', async () => {
    const { code, out } = await Command.run('events', 'show', stream, '--data', data, '--json');
    const versions = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { version: number }).version);
    expect(code).toBe(0);
    expect(versions.length).toBeGreaterThan(1);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    const none = () => Command.run('events', 'show', 'account-none', '--data', data);
    expect(await none()).toEqual({ code: 1, out: '', err: 'No service has a stream account-none.\n' });
    const cluster = join(data, 'cluster.json');
    await writeFile(cluster, '{');
    expect(await none()).toEqual({
      code: 1,
      out: '',
      err: `${cluster} says nothing that can be read: try again, or remove it where no cluster runs.\n`,
    });
    await rm(cluster);
  });

  it.each<[Parameters<typeof Command.run>[0], string[], string]>([
    ['events', ['frob'], 'There is no frob: see npm run events -- --help.\n'],
    ['events', ['show'], 'show wants a stream: see npm run events -- --help.\n'],
    ['rebuild', [], 'Name what to rebuild: positions, analyses, queue, attribution, backing or all.\n'],
    [
      'rebuild',
      ['all', '--postgres', 'nonsense'],
      '--postgres nonsense: give a URL as in postgres://user:password@host/name.\n',
    ],
    [
      'events',
      ['verify', '--postgres', 'http://a'],
      '--postgres http://a: give a URL as in postgres://user:password@host/name.\n',
    ],
    [
      'admin',
      ['dead-letters', 'list', '--postgres', 'x'],
      '--postgres x: give a URL as in postgres://user:password@host/name.\n',
    ],
    ['start', ['--port', 'x'], '--port x: give a whole number from 0 to 65535.\n'],
    [
      'start',
      ['--postgres', 'nonsense'],
      '--postgres nonsense: give a URL as in postgres://user:password@host/name.\n',
    ],
    ['start:cluster', ['9000'], '9000: options go behind two dashes, as in npm start -- --port 9000.\n'],
  ])('answer a wrong %s %j with one sentence and exit code 2', async (command, args, sentence) => {
    expect(await Command.run(command, ...args)).toEqual({ code: 2, out: '', err: sentence });
  });

  it('rebuild what is named and nothing else', async () => {
    const { code, out, err } = await Command.run('rebuild', 'positions', '--data', data);
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.every((line) => /^(positions:|  \w+: equal, )/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('positions: switched');
    expect(lines.find((line) => line.startsWith('  positions: '))).toMatch(
      /^  positions: equal, [1-9]\d* rows, sha256 /,
    );
  });
});
