import { freshDatabase, sharedPostgres, withClient } from '../src';
import type { RoleUrl } from '../src';

const services = ['positions', 'queue'];

async function read(url: string, query: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query(query)).rows as unknown[]);
}

async function migrate(roleUrl: RoleUrl): Promise<void> {
  await read(roleUrl('positions'), 'create table graph as select 1 as position');
  await read(roleUrl('queue'), 'create table requests as select 7 as id');
}

describe('freshDatabase', () => {
  it('clones a migrated template, so that what one writes the other does not see', async () => {
    const [one, two] = await Promise.all([
      freshDatabase(services, migrate),
      freshDatabase(services, migrate),
    ]);
    await read(one.roleUrl('positions'), 'insert into graph values (2)');
    expect(await read(one.roleUrl('positions'), 'select position from graph order by 1')).toEqual([
      { position: 1 },
      { position: 2 },
    ]);
    expect(await read(two.roleUrl('positions'), 'select position from graph')).toEqual([{ position: 1 }]);
    expect(await read(two.superuserUrl, 'select id from queue.requests')).toEqual([{ id: 7 }]);
  });

  it('migrates once, however many clones are made', async () => {
    let runs = 0;
    const counted = async (roleUrl: RoleUrl): Promise<void> => {
      runs += 1;
      await migrate(roleUrl);
    };
    await Promise.all(Array.from({ length: 3 }, () => freshDatabase(services, counted)));
    expect(runs).toBe(1);
  });

  it('keeps services apart in the clone as in the product', async () => {
    const { roleUrl } = await freshDatabase(services, migrate);
    const foreign = read(roleUrl('positions'), 'select id from queue.requests');
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
    await freshDatabase(['accounts'], async () => undefined);
    const stranger = new URL(roleUrl('positions'));
    const { roleUrl: other } = await freshDatabase(['accounts'], async () => undefined);
    stranger.username = 'accounts';
    stranger.password = new URL(other('accounts')).password;
    await expect(read(stranger.href, 'select 1')).rejects.toMatchObject({ code: '42501' });
  });

  it('starts over when a migration failed, and tells why it did', async () => {
    let fails = true;
    const flaky = async (roleUrl: RoleUrl): Promise<void> => {
      await migrate(roleUrl);
      if (fails) throw new Error('the second step is wrong');
    };
    await expect(freshDatabase(services, flaky)).rejects.toThrow('the second step is wrong');
    fails = false;
    const { roleUrl } = await freshDatabase(services, flaky);
    expect(await read(roleUrl('queue'), 'select id from requests')).toEqual([{ id: 7 }]);
  });

  it('clones though a migration left its connections open', async () => {
    const open: Promise<unknown>[] = [];
    const careless = async (roleUrl: RoleUrl): Promise<void> => {
      await migrate(roleUrl);
      open.push(read(roleUrl('queue'), 'select pg_sleep(60)').catch(() => 'ended'));
    };
    const { roleUrl } = await freshDatabase(services, careless);
    expect(await read(roleUrl('queue'), 'select id from requests')).toEqual([{ id: 7 }]);
    expect(await Promise.all(open)).toEqual(['ended']);
  });

  it('drops a database with its sessions', async () => {
    const { roleUrl, superuserUrl, drop } = await freshDatabase(services, migrate);
    await withClient(superuserUrl, async (client) => {
      const session = client.query('select pg_sleep(60)');
      await Promise.all([expect(session).rejects.toMatchObject({ code: '57P01' }), drop()]);
    });
    await expect(read(roleUrl('queue'), 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});

describe('sharedPostgres', () => {
  it('is one server for all callers of the run', async () => {
    const urls = await Promise.all(Array.from({ length: 4 }, () => sharedPostgres()));
    expect(new Set(urls.map(({ superuserUrl }) => superuserUrl)).size).toBe(1);
  });
});
