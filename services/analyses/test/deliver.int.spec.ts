import { setTimeout as sleep } from 'node:timers/promises';
import { parsePosition, START_FEN } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import { Database, EventStore } from '@atomicdb/event-store';
import { streamId, type AnalysisCompleted, type EventRecord, type Line } from '@atomicdb/events';
import type { DeliverRequest, Pass } from '@atomicdb/rpc';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { migrations } from '../src/adapters/postgres/migrations';
import { updatePasses } from '../src/adapters/postgres/update-passes';
import { makeDeliver } from '../src/application/deliver';
import { ScriptedQueue } from './scripted-queue';

const now = () => new Date('2026-03-10T12:00:00Z');

function startId(): string {
  const start = parsePosition('atomic', START_FEN.atomic);
  if (!start.ok) throw new Error(start.error.message);
  return start.value.id;
}

const position = startId();

function line(rank: number, move: string): Line {
  return { rank, cp: 30 - rank, pv: [move], move, depth: 10, seldepth: 12 };
}

function pass(moves: readonly string[], searchedNodes = 256_000): Pass {
  const lines = moves.map((move, index) => line(index + 1, move));
  const engine = { name: 'Test engine', version: '1', build: '', net: 'nn-1.nnue' };
  return { searchedNodes, lines, engine, threads: 2, hashMb: 16, multipv: 5, elapsedMs: 900 };
}

function delivery(leaseId: string, more: Partial<DeliverRequest> = {}): DeliverRequest {
  return {
    leaseId,
    token: `token-${leaseId}`,
    accountId: 'a1',
    accountName: 'ada',
    machine: 'tower',
    pass: pass(['g1f3', 'e2e3']),
    ...more,
  };
}

function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Rejected) return error.code;
      throw error;
    },
  );
}

class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}

describe('a delivery', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let store: EventStore;
  let queue: ScriptedQueue;

  const open = () => Database.open({ service: 'analyses', url: fresh.roleUrl('analyses'), migrations });

  beforeAll(async () => {
    fresh = await freshDatabase(['analyses'], () => Promise.resolve());
    database = await open();
    await database.migrate();
    store = new EventStore(database, 'analyses', { updateState: updatePasses });
  });

  beforeEach(() => {
    queue = new ScriptedQueue();
  });

  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const issue = (leaseId: string, requestId: string) =>
    queue.issue(leaseId, { requestId, position, accountId: 'a1' });
  const deliver = (request: DeliverRequest) => makeDeliver(store, queue.port(), now)(request);

  function eventsOf(requestId: string): Promise<EventRecord[]> {
    return database.transaction((tx) => store.readStream(tx, streamId('analysis', requestId)));
  }

  async function completed(requestId: string): Promise<AnalysisCompleted[]> {
    const events = await eventsOf(requestId);
    return events.flatMap(({ event }) => (event.type === 'AnalysisCompleted' ? [event.data] : []));
  }

  async function rowsOf(table: 'events' | 'passes'): Promise<number | undefined> {
    const [row] = await database.query<{ n: number }>(
      `count-${table}`,
      `select count(*)::int as n from ${table}`,
    );
    return row?.n;
  }

  it('that is accepted appends one event with the stamp of the account that delivered it [ATT-01]', async () => {
    issue('l1', 'r1');
    const answer = await deliver(delivery('l1'));
    expect(answer.duplicate).toBe(false);
    expect(queue.accepted).toEqual([{ leaseId: 'l1', token: 'token-l1', passId: answer.passId }]);
    const events = await eventsOf('r1');
    expect(events.map(({ stream, version, type }) => [stream, version, type])).toEqual([
      ['analysis-r1', 1, 'AnalysisCompleted'],
    ]);
    expect(await completed('r1')).toEqual([
      {
        ...pass(['g1f3', 'e2e3']),
        passId: answer.passId,
        requestId: 'r1',
        leaseId: 'l1',
        position,
        budgetNodes: 256_000,
        creditedNodes: 256_000,
        accountId: 'a1',
        accountName: 'ada',
        machine: 'tower',
        completedAt: '2026-03-10T12:00:00.000Z',
      },
    ]);
  });

  it('is acknowledged after its event is committed, and told to the queue before', async () => {
    const held = new Gate();
    const told = new Gate();
    const release = new Gate();
    const holder = store.transaction([streamId('analysis', 'r2')], () => (held.open(), release.opened));
    await held.opened;
    queue = new ScriptedQueue(() => Promise.resolve(told.open()));
    issue('l2', 'r2');
    const answers: string[] = [];
    const answer = deliver(delivery('l2')).then(() => answers.push('acknowledged'));
    await told.opened;
    // Long enough for an answer that does not wait for the commit.
    await sleep(100);
    expect([await eventsOf('r2'), answers]).toEqual([[], []]);
    release.open();
    await Promise.all([holder, answer]);
    expect([(await eventsOf('r2')).length, answers]).toEqual([1, ['acknowledged']]);
  });

  it('that comes again is the same pass, a duplicate, and stored once', async () => {
    issue('l3', 'r3');
    const first = await deliver(delivery('l3'));
    const passes = await rowsOf('passes');
    const again = await Promise.all([deliver(delivery('l3')), deliver(delivery('l3'))]);
    expect(again).toEqual(Array(2).fill({ passId: first.passId, duplicate: true }));
    expect(await eventsOf('r3')).toHaveLength(1);
    expect(await rowsOf('passes')).toBe(passes);
  });

  it('that comes many times at once is stored once and is new to one of the callers', async () => {
    issue('l4', 'r4');
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver(delivery('l4'))));
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(answers.map(({ passId }) => passId)).size).toBe(1);
    expect(await eventsOf('r4')).toHaveLength(1);
  });

  it('whose process dies after the queue accepted it ends with one event when it is sent again', async () => {
    const dying = await open();
    const crashing = new ScriptedQueue(() => dying.close());
    crashing.issue('l5', { requestId: 'r5', position, accountId: 'a1' });
    const attempt = makeDeliver(
      new EventStore(dying, 'analyses', { updateState: updatePasses }),
      crashing.port(),
      now,
    );
    await expect(attempt(delivery('l5'))).rejects.toThrow();
    expect([crashing.accepted.length, await eventsOf('r5')]).toEqual([1, []]);
    issue('l5', 'r5');
    const answer = await deliver(delivery('l5'));
    expect(answer).toEqual({ passId: crashing.accepted[0]?.passId, duplicate: false });
    expect(await eventsOf('r5')).toHaveLength(1);
  });

  it('whose append fails half way leaves neither event nor row', async () => {
    issue('l6', 'r6');
    const before = [await rowsOf('events'), await rowsOf('passes')];
    const failing = new EventStore(database, 'analyses', {
      updateState: async (tx, records) => {
        await updatePasses(tx, records);
        throw new Error('the disk is full');
      },
    });
    const attempt = makeDeliver(failing, queue.port(), now)(delivery('l6'));
    await expect(attempt).rejects.toThrow('the disk is full');
    expect([await rowsOf('events'), await rowsOf('passes')]).toEqual(before);
    expect((await deliver(delivery('l6'))).duplicate).toBe(false);
    expect(await eventsOf('r6')).toHaveLength(1);
  });

  it('that loses the race of two leases for one request is refused as stale and stored nowhere', async () => {
    const other = await open();
    const processes = [store, new EventStore(other, 'analyses', { updateState: updatePasses })];
    for (const round of [1, 2, 3, 4, 5]) {
      const leases = [`race-${round}-a`, `race-${round}-b`];
      for (const lease of leases) issue(lease, `race-${round}`);
      const passes = (await rowsOf('passes')) ?? 0;
      const outcomes = await Promise.all(
        leases.map((lease, index) =>
          refusal(makeDeliver(processes[index] ?? store, queue.port(), now)(delivery(lease))),
        ),
      );
      expect(outcomes.sort()).toEqual(['accepted', 'stale']);
      expect(await eventsOf(`race-${round}`)).toHaveLength(1);
      expect(await rowsOf('passes')).toBe(passes + 1);
    }
    await other.close();
  });

  it('that the queue refuses is stored nowhere', async () => {
    queue = new ScriptedQueue(() => Promise.reject(new Rejected('stale', 'Completed.', 'lease_id')));
    issue('l7', 'r7');
    expect(await refusal(deliver(delivery('l7')))).toBe('stale');
    expect(await eventsOf('r7')).toEqual([]);
  });

  it.each([
    [
      'on the lease of another account',
      delivery('l8', { accountId: 'a2', accountName: 'bob' }),
      'lease-unknown',
    ],
    ['with the wrong token', delivery('l8', { token: 'token-l7' }), 'lease-unknown'],
    ['on a lease that was never given out', delivery('l-none'), 'lease-unknown'],
    ['without a pass', delivery('l8', { pass: undefined }), 'pass-lines'],
    ['with an illegal move', delivery('l8', { pass: pass(['g1f3', 'e2e5']) }), 'pass-illegal-move'],
    ['of too few nodes', delivery('l8', { pass: pass(['g1f3'], 230_399) }), 'pass-nodes'],
  ])('%s is refused, the queue is not told and nothing is stored', async (_what, request, code) => {
    issue('l8', 'r8');
    const before = [await rowsOf('events'), await rowsOf('passes')];
    expect(await refusal(deliver(request))).toBe(code);
    expect(queue.accepted).toEqual([]);
    expect([await rowsOf('events'), await rowsOf('passes')]).toEqual(before);
  });
});
