import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedBus } from '@atomicdb/bus';
import { provisionRoles, startPostgres } from '@atomicdb/embedded-postgres';
import { Database, EventStore } from '@atomicdb/event-store';
import { eventually } from '@atomicdb/testing';
import { schemas } from '../src';
import { Product } from './product';

const root = join(__dirname, '../../..');
const consumer = 'backing:test:1';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command until it ends by itself. */
function admin(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const command = ['services/standalone/dist/commands/admin.js', ...args];
    const child = execFile(process.execPath, command, { cwd: root }, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

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
    expect(early.code).toBe(1);
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
  });
});
