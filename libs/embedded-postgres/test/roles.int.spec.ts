import { provisionRoles, roleUrl, withClient, withDatabase } from '../src';
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

  it('answers for the services it was given only', async () => {
    const roles = await provisionRoles(server.superuserUrl, 'few', ['positions']);
    expect(() => roles.roleUrl('backing')).toThrow('No role was made for the service backing');
  });
});
