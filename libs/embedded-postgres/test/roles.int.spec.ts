import { provisionRoles, roleUrl, serverFault, withClient, withDatabase } from '../src';
import type { RunningPostgres } from '../src';
import { Scene } from './scene';

const scene = new Scene();
const services = ['positions', 'queue-scheduling'];
let server: RunningPostgres;

beforeAll(async () => {
  server = await scene.start({ dataDir: await scene.folder() });
});
afterAll(() => scene.clear());

async function read(url: string, query: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query(query)).rows as unknown[]);
}

describe('provisionRoles', () => {
  it('gives each service a schema of its own and refuses it every other', async () => {
    const roles = await provisionRoles(server.superuserUrl, 'atomicdb', services);
    await read(roles.roleUrl('queue-scheduling'), 'create table requests as select 7 as id');
    expect(
      await read(roles.roleUrl('queue-scheduling'), 'select id from "queue-scheduling".requests'),
    ).toEqual([{ id: 7 }]);

    const positions = roles.roleUrl('positions');
    await expect(read(positions, 'select id from "queue-scheduling".requests')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(read(positions, 'create table "queue-scheduling".t (a int)')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(read(positions, 'create table public.t (a int)')).rejects.toMatchObject({ code: '42501' });
    await expect(read(positions, 'create role intruder')).rejects.toMatchObject({ code: '42501' });
    await expect(read(positions, 'set role "queue-scheduling"')).rejects.toMatchObject({ code: '42501' });
  });

  it('may run again, and from several processes at once, and changes nothing', async () => {
    const before = await provisionRoles(server.superuserUrl, 'again', services);
    await read(before.roleUrl('positions'), 'create table graph as select 1 as n');
    const runs = Array.from({ length: 4 }, () => provisionRoles(server.superuserUrl, 'again', services));
    const after = await Promise.all(runs);
    expect(after.map((roles) => roles.roleUrl('positions'))).toEqual(
      Array(4).fill(before.roleUrl('positions')),
    );
    expect(await read(before.roleUrl('positions'), 'select n from graph')).toEqual([{ n: 1 }]);
  });

  it('keeps roles of other databases out', async () => {
    await provisionRoles(server.superuserUrl, 'private', ['positions']);
    await provisionRoles(server.superuserUrl, 'elsewhere', ['accounts']);
    const stranger = roleUrl(server.superuserUrl, 'private', 'accounts');
    await expect(read(stranger, 'select 1')).rejects.toMatchObject({ code: '42501' });
    expect(await read(withDatabase(server.superuserUrl, 'private'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  /** The server as another role sees it, in one of its databases or in none. */
  function as(role: string, database = ''): string {
    const url = new URL(server.superuserUrl);
    [url.username, url.password, url.pathname] = [role, 'secret', `/${database}`];
    return url.href;
  }

  it.each([
    ['roles and databases, where the URL names none', 'createrole createdb', ''],
    ['roles, in a database of its own', 'createrole', 'estate'],
  ])('serves a role that is no superuser and may create %s', async (_name, rights, named) => {
    const tenant = `tenant${named}`;
    await read(server.superuserUrl, `create role ${tenant} login ${rights} password 'secret'`);
    if (named !== '') await read(server.superuserUrl, `create database ${named} owner ${tenant}`);
    const [database, service] = [named || 'of_tenant', `attribution${named}`];
    for (const start of ['first', 'second']) {
      const roles = await provisionRoles(as(tenant, named), database, [service]);
      await read(roles.roleUrl(service), `create table if not exists ${start} (n int)`);
    }
    const owners = `select distinct tableowner from pg_tables where schemaname = '${service}'`;
    expect(await read(as(tenant, database), owners)).toEqual([{ tableowner: service }]);
  });

  it('refuses a server where somebody else has a role of that name, and leaves the role alone', async () => {
    await read(server.superuserUrl, `create role analyses login password 'secret'`);
    await expect(provisionRoles(server.superuserUrl, 'taken', ['untaken', 'analyses'])).rejects.toThrow(
      'The server has a role analyses that is not of AtomicDB: give a PostgreSQL without it by --postgres.',
    );
    expect(await read(as('analyses', 'postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
    const made = `select rolname as name from pg_roles where rolname = 'untaken'
                  union select datname from pg_database where datname = 'taken'`;
    expect(await read(server.superuserUrl, made)).toEqual([]);
  });

  it('refuses the roles of another product, and leaves them to it', async () => {
    const before = await provisionRoles(server.superuserUrl, 'one', ['backing']);
    await read(server.superuserUrl, `create role second login superuser password 'secret'`);
    await expect(provisionRoles(as('second'), 'two', ['backing'])).rejects.toThrow(
      'The role backing of the server has another password, that of another AtomicDB: start this one by ',
    );
    expect(await read(before.roleUrl('backing'), 'select 1 as one')).toEqual([{ one: 1 }]);
    // The same product under a new password of its server.
    const after = await provisionRoles(as('second'), 'one', ['backing']);
    expect(await read(after.roleUrl('backing'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['a table of somebody else', 'create table ledger (n int)', 'public.ledger'],
    [
      'a schema of somebody else that has the name of ours',
      'create schema positions; create table positions.ledger (n int)',
      'positions.ledger',
    ],
    [
      'a role of somebody else with a schema of its own',
      'create role patron login; create schema authorization patron; create table patron.ledger (n int)',
      'patron.ledger',
    ],
  ])('refuses a database that holds %s, and shuts nobody out of it', async (_name, statements, found) => {
    const name = `app_${found.split('.')[0]}`;
    await read(server.superuserUrl, `create database ${name}`);
    await read(withDatabase(server.superuserUrl, name), statements);
    await expect(provisionRoles(server.superuserUrl, name, ['positions', 'patron'])).rejects.toThrow(
      `The database ${name} holds ${found}, which is not of AtomicDB: give a database of its own by --postgres.`,
    );
    const rights = `select has_database_privilege('public', '${name}', 'connect') as open`;
    expect(await read(server.superuserUrl, rights)).toEqual([{ open: true }]);
  });

  it('serves a database that holds its schemas although somebody has put something beside them', async () => {
    const before = await provisionRoles(server.superuserUrl, 'shared', ['positions']);
    await read(withDatabase(server.superuserUrl, 'shared'), 'create view public.health as select 1 as one');
    const after = await provisionRoles(server.superuserUrl, 'shared', ['positions']);
    expect(after.roleUrl('positions')).toBe(before.roleUrl('positions'));
  });

  it('refuses a server that is too old for its statements', () => {
    expect(serverFault('15.13', 150_013)).toBe('AtomicDB needs PostgreSQL 18 or newer; this is 15.13.');
    expect(serverFault('18.0', 180_000)).toBeNull();
  });

  it('answers for the services it was given only', async () => {
    const roles = await provisionRoles(server.superuserUrl, 'few', ['positions']);
    expect(() => roles.roleUrl('backing')).toThrow('No role was made for the service backing');
  });
});
