import { parsePosition } from '@atomicdb/chess';
import { Database, EventStore } from '@atomicdb/event-store';
import { AnalysisRetracted, type Line } from '@atomicdb/events';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { migrations } from '../src/adapters/postgres/migrations';
import { updatePasses } from '../src/adapters/postgres/update-passes';
import { makeDeliver } from '../src/application/deliver';
import { makeGetPasses } from '../src/application/get-passes';
import { ScriptedQueue } from './scripted-queue';

interface Delivered {
  readonly leaseId: string;
  readonly budgetNodes: number;
  readonly width: number;
  readonly day: number;
}

const moves = ['g1f3', 'e2e3', 'd2d4'];

function idOf(fen: string): string {
  const position = parsePosition('atomic', fen);
  if (!position.ok) throw new Error(position.error.message);
  return position.value.id;
}

const start = idOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
const withoutQueens = idOf('rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1');

function linesOf(width: number): Line[] {
  return moves
    .slice(0, width)
    .map((move, index) => ({ rank: index + 1, cp: -index, pv: [move], move, depth: 9, seldepth: 11 }));
}

describe('the passes of a position', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let store: EventStore;

  beforeEach(async () => {
    fresh = await freshDatabase(['analyses'], () => Promise.resolve());
    database = await Database.open({ service: 'analyses', url: fresh.roleUrl('analyses'), migrations });
    await database.migrate();
    store = new EventStore(database, 'analyses', { updateState: updatePasses });
  });

  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  async function deliver({ leaseId, budgetNodes, width, day }: Delivered, position = start): Promise<string> {
    const queue = new ScriptedQueue();
    queue.issue(leaseId, { requestId: `request-${leaseId}`, position, accountId: 'a1', budgetNodes });
    const lines = linesOf(width);
    const pass = {
      searchedNodes: budgetNodes,
      lines,
      engine: undefined,
      threads: 1,
      hashMb: 16,
      multipv: width,
      elapsedMs: 1,
    };
    const request = {
      leaseId,
      token: `token-${leaseId}`,
      accountId: 'a1',
      accountName: 'ada',
      machine: 'm',
      pass,
    };
    const { passId } = await makeDeliver(
      store,
      queue.port(),
      () => new Date(Date.UTC(2026, 2, day)),
    )(request);
    return passId;
  }

  async function order(position = start): Promise<string[]> {
    const { passes } = await makeGetPasses(database)({ position });
    return passes.map(({ passId }) => passId);
  }

  it('come greatest first: by rung, then width, then time, then id, whatever the order of arrival', async () => {
    const deepest = { leaseId: 'deepest', budgetNodes: 512_000, width: 1, day: 1 };
    const widest = { leaseId: 'widest', budgetNodes: 128_000, width: 3, day: 2 };
    const latest = { leaseId: 'latest', budgetNodes: 128_000, width: 2, day: 9 };
    const twins = ['twin-a', 'twin-b', 'twin-c'].map((leaseId) => ({
      leaseId,
      budgetNodes: 128_000,
      width: 2,
      day: 5,
    }));
    const oldest = { leaseId: 'oldest', budgetNodes: 128_000, width: 2, day: 3 };
    const ids = new Map<string, string>();
    for (const each of [...twins, latest, deepest, oldest, widest])
      ids.set(each.leaseId, await deliver(each));
    const twinIds = twins
      .map(({ leaseId }) => ids.get(leaseId))
      .sort()
      .reverse();
    expect(await order()).toEqual([
      ids.get('deepest'),
      ids.get('widest'),
      ids.get('latest'),
      ...twinIds,
      ids.get('oldest'),
    ]);
  });

  it('are those of that position alone', async () => {
    const here = await deliver({ leaseId: 'here', budgetNodes: 128_000, width: 1, day: 1 });
    const there = await deliver({ leaseId: 'there', budgetNodes: 512_000, width: 1, day: 1 }, withoutQueens);
    expect(await order()).toEqual([here]);
    expect(await order(withoutQueens)).toEqual([there]);
  });

  it('are without a retracted one: the next best is current, and retracting again changes nothing', async () => {
    const deep = { leaseId: 'deep', budgetNodes: 512_000, width: 1, day: 1 };
    const [best, next] = [
      await deliver(deep),
      await deliver({ ...deep, leaseId: 'next', budgetNodes: 128_000 }),
    ];
    const retract = (passId: string) =>
      store.transaction(['analysis-request-deep'], (tx) => {
        const data = AnalysisRetracted.fromPartial({ passId, position: start });
        const events = [{ type: 'AnalysisRetracted' as const, data }];
        return store.append(tx, [{ stream: 'analysis-request-deep', expectedVersion: 'any', events }]);
      });
    expect(await order()).toEqual([best, next]);
    for (const passId of [best, best, 'nobody']) {
      await retract(passId);
      expect(await order()).toEqual([next]);
    }
    expect(await deliver(deep)).toBe(best);
    expect(await order()).toEqual([next]);
  });

  it('are none where no engine has looked yet', async () => {
    expect(await order()).toEqual([]);
  });
});
