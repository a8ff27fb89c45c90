import { EmbeddedLog, rebuildTables, TablesDiffer } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { seeded, withClient } from '@atomicdb/testing';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const settleMs = 60_000;
const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };

describe('the switch', () => {
  let live: LiveSide;
  let history: History;

  beforeAll(async () => {
    live = await LiveSide.open();
    history = new History(seeded(3), 's');
    await live.follow();
    await live.write(history, 400);
    await live.settle(settleMs);
  });

  afterAll(() => live.close());

  async function rebuild(name: string, more: { acceptDifferences?: boolean; dropOld?: boolean } = {}) {
    const url = live.fresh.roleUrl;
    const log = new EmbeddedLog(
      async (owner) => new EventStore(await Database.open({ service: owner, url: url(owner) }), owner),
    );
    const signal = new AbortController().signal;
    try {
      for (const what of rebuildables.filter((each) => each.name === name))
        await rebuildTables(what, { url, log, watch, code: 'test', signal, ...more });
    } finally {
      await log.close();
    }
  }

  const nodes = () =>
    live
      .database('attribution')
      .query<{ nodes: string }>('nodes', `select sum(nodes)::text as nodes from stamps`);

  it('keeps tables out that differ, and leaves the live ones as they are', async () => {
    const right = await nodes();
    await live.database('attribution').query('', `update stamps set nodes = nodes + 1`);
    const wrong = await nodes();
    await expect(rebuild('attribution')).rejects.toThrow(TablesDiffer);
    await expect(rebuild('attribution')).rejects.toThrow('differ from the live ones: stamps');
    expect(await nodes()).toEqual(wrong);
    await rebuild('attribution', { acceptDifferences: true });
    // The same prepared statement of the same connections reads the table that is there now.
    expect(await nodes()).toEqual(right);
  });

  it('lets readers read while it takes the versions over, which takes long where there are many', async () => {
    await withClient(live.fresh.roleUrl('attribution'), (client) =>
      client.query(`
        create table attribution.noticed (locks int);
        create function attribution.notice() returns trigger language plpgsql as $$ begin
          insert into attribution.noticed select count(*) from pg_locks
           where mode = 'AccessExclusiveLock' and granted and relation = 'attribution.stamps'::regclass;
          return old;
        end $$;
        create trigger notice before delete on attribution.applied_versions
          for each row execute function attribution.notice();
        insert into attribution.applied_versions (consumer, owner, stream, version)
          values ('attribution:boards:2', 'analyses', 'analysis-of-nobody', 1)`),
    );
    await rebuild('attribution');
    const noticed = await live.database('attribution').query('', `select locks from noticed`);
    expect(noticed).toEqual([{ locks: 0 }]);
  });

  it('leaves the old tables until they are dropped', async () => {
    const old = () =>
      live
        .database('attribution')
        .query('', `select tablename from pg_tables where schemaname = 'attribution_old' order by 1`);
    const tables = ['account_names', 'retracted_passes', 'stamps'];
    expect(await old()).toEqual(tables.map((tablename) => ({ tablename })));
    await rebuild('attribution', { dropOld: true });
    expect(await old()).toEqual([]);
  });

  it('lets the live consumers go on in the new tables: the writer of the values reads its graph again', async () => {
    await rebuild('backing');
    await rebuild('queue');
    await live.write(history, 200);
    await live.settle(settleMs);
    const grown = await live.hashes();
    await rebuild('backing');
    expect(await live.hashes()).toEqual(grown);
    const rows = await live
      .database('queue')
      .query<{ n: number }>('', `select count(*)::int as n from request_rows`);
    const requests = await live.database('queue').query('', `select count(*)::int as n from requests`);
    expect(rows).toEqual(requests);
  });
});

describe('a second rebuild of the same tables', () => {
  it('is refused while one works', async () => {
    const live = await LiveSide.open();
    const held = await live.database('attribution').tryLeadership('rebuild');
    const signal = new AbortController().signal;
    const log = new EmbeddedLog(() => Promise.reject(new Error('not needed')));
    const [what] = rebuildables.filter(({ name }) => name === 'attribution');
    if (what === undefined) throw new Error('attribution can be rebuilt');
    await expect(
      rebuildTables(what, { url: live.fresh.roleUrl, log, watch, code: 'test', signal }),
    ).rejects.toThrow('Another rebuild works on the tables of attribution.');
    await held?.release();
    await live.close();
  });
});
