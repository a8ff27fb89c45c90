import { EmbeddedBus } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import type { AnalysisCompleted, DomainEvent } from '@atomicdb/events';
import {
  analysisOf,
  eventOf,
  eventually,
  freshDatabase,
  type FreshDatabase,
  type Part,
} from '@atomicdb/testing';
import { migrations } from '../src/adapters/postgres/migrations';
import { makeGetBoards } from '../src/application/get-boards';
import { makeBoards } from '../src/projections/boards';

const today = new Date('2026-03-10T12:00:00Z');

function analysis(requestId: string, more: Part<AnalysisCompleted>): DomainEvent {
  const completedAt = '2026-03-10T01:00:00.000Z';
  return analysisOf({ id: `pass-${requestId}` }, { requestId, machine: 'tower', completedAt, ...more });
}

function retraction(passId: string): DomainEvent {
  return eventOf('AnalysisRetracted', { passId });
}

const registered: DomainEvent = {
  type: 'AccountRegistered',
  data: { accountId: 'a1', name: 'ada', operator: false },
};

describe('the boards', () => {
  let fresh: FreshDatabase;
  let analyses: EventStore;
  let accounts: EventStore;
  let live: Database;
  let bus: EmbeddedBus | null = null;

  async function open(service: 'analyses' | 'accounts'): Promise<EventStore> {
    const database = await Database.open({ service, url: fresh.roleUrl(service) });
    await database.migrate();
    return new EventStore(database, service);
  }

  beforeAll(async () => {
    fresh = await freshDatabase(['analyses', 'accounts', 'attribution'], () => Promise.resolve());
    analyses = await open('analyses');
    accounts = await open('accounts');
    live = await Database.open({ service: 'attribution', url: fresh.roleUrl('attribution'), migrations });
    await live.migrate();
  });

  afterEach(async () => {
    await bus?.stop();
    bus = null;
  });

  afterAll(async () => {
    await Promise.all([analyses.database.close(), accounts.database.close(), live.close()]);
    await fresh.drop();
  });

  function append(store: EventStore, stream: string, event: DomainEvent): Promise<unknown> {
    return store.transaction([stream], (tx) =>
      store.append(tx, [{ stream, expectedVersion: 'any', events: [event] }]),
    );
  }

  async function follow(): Promise<void> {
    bus = new EmbeddedBus(() => undefined);
    bus.publish(analyses);
    bus.publish(accounts);
    bus.consume(makeBoards(live));
    await bus.start();
  }

  const boards = async () => (await makeGetBoards(live, () => today)()).boards;
  const board = async (window: string) => (await boards()).find((each) => each.window === window);

  function tables(): Promise<object[]> {
    return live.query(
      'all-tables',
      `select row_to_json(stamps)::text as row from stamps
       union all select row_to_json(account_names)::text from account_names
       union all select row_to_json(retracted_passes)::text from retracted_passes order by 1`,
    );
  }

  it('group by the stamp of the delivering account, whatever the machine is called [ATT-02] [ATT-04]', async () => {
    await append(accounts, 'account-a1', registered);
    await append(analyses, 'analysis-r1', analysis('r1', { accountId: 'a1', creditedNodes: 100 }));
    await append(analyses, 'analysis-r2', analysis('r2', { accountId: 'a2', creditedNodes: 40 }));
    await append(
      analyses,
      'analysis-r3',
      analysis('r3', { accountId: 'a1', creditedNodes: 7, position: 'atomic:q' }),
    );
    await follow();
    await eventually(async () =>
      expect((await board('all'))?.rows).toEqual([
        { accountId: 'a1', name: 'ada', nodes: 107, analyses: 2, positions: 2 },
        { accountId: 'a2', name: 'a2', nodes: 40, analyses: 1, positions: 1 },
      ]),
    );
  });

  it('count nodes without a stamp for the fleet and for nobody [ATT-08] [ATT-09]', async () => {
    await append(analyses, 'analysis-r4', analysis('r4', { accountId: '', creditedNodes: 50 }));
    await follow();
    await eventually(async () =>
      expect(await board('all')).toMatchObject({ fleetNodes: 197, nobodyNodes: 50 }),
    );
    expect((await board('all'))?.rows.map(({ nodes }) => nodes)).toEqual([107, 40]);
  });

  it('leave an analysis out of the windows that began after its day', async () => {
    const old = { accountId: 'a2', creditedNodes: 1_000, completedAt: '2026-03-04T23:59:59.000Z' };
    await append(analyses, 'analysis-r5', analysis('r5', old));
    await follow();
    await eventually(async () => expect((await board('all'))?.fleetNodes).toBe(1_197));
    const nodes = (await boards()).map(({ window, fleetNodes }) => [window, fleetNodes]);
    expect(nodes).toEqual([
      ['today', 197],
      ['7d', 1_197],
      ['30d', 1_197],
      ['all', 1_197],
    ]);
  });

  it('are without a retracted pass; retracting twice or an unknown pass changes nothing', async () => {
    const left = [{ accountId: 'a2', name: 'a2', nodes: 1_040, analyses: 2, positions: 1 }];
    await append(analyses, 'analysis-r1', retraction('pass-r1'));
    await append(analyses, 'analysis-r3', retraction('pass-r3'));
    await append(analyses, 'analysis-r4', retraction('pass-r4'));
    await follow();
    await eventually(async () =>
      expect(await board('all')).toMatchObject({ rows: left, fleetNodes: 1_040, nobodyNodes: 0 }),
    );
    await append(analyses, 'analysis-r1', retraction('pass-r1'));
    await append(analyses, 'analysis-unknown', retraction('pass-unknown'));
    await append(analyses, 'analysis-r6', analysis('r6', { accountId: 'a2', creditedNodes: 1 }));
    await eventually(async () => expect((await board('all'))?.fleetNodes).toBe(1_041));
  });

  it('leave a pass out that comes after its retraction', async () => {
    await append(analyses, 'analysis-r8', retraction('pass-r7'));
    await append(analyses, 'analysis-r7', analysis('r7', { accountId: 'a2', creditedNodes: 500 }));
    await append(analyses, 'analysis-r9', analysis('r9', { accountId: 'a2', creditedNodes: 9 }));
    await follow();
    await eventually(async () => expect((await board('all'))?.fleetNodes).toBe(1_050));
  });

  it('come out the same when the log is folded again [CRD-20]', async () => {
    const before = await tables();
    expect(before.length).toBeGreaterThan(4);
    for (const table of [
      'stamps',
      'account_names',
      'retracted_passes',
      'consumer_progress',
      'applied_versions',
    ]) {
      await live.query(`empty-${table}`, `truncate ${table}`);
    }
    expect(await tables()).toEqual([]);
    await follow();
    await eventually(async () => expect(await tables()).toEqual(before));
  });
});
