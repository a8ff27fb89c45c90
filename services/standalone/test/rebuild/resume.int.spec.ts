import { EmbeddedLog, rebuildTables, type RebuildableProjection, type RebuildResult } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { seeded } from '@atomicdb/testing';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const settleMs = 60_000;

function boards(): RebuildableProjection {
  const what = rebuildables.find(({ name }) => name === 'attribution');
  if (what === undefined || !('consumers' in what)) throw new Error('attribution is a projection');
  return what;
}

/** The fold of another release: it counts each node twice. */
function otherFold(): RebuildableProjection {
  const what = boards();
  return {
    ...what,
    consumers: (database) =>
      what.consumers(database).map((consumer) => ({
        ...consumer,
        async flush(tx) {
          await consumer.flush?.(tx);
          await tx.query('', 'update stamps set nodes = 2 * nodes');
        },
      })),
  };
}

describe('a rebuild that was broken off', () => {
  let live: LiveSide;
  let history: History;

  beforeAll(async () => {
    live = await LiveSide.open();
    history = new History(seeded(5), 'r');
    await live.follow();
    await live.write(history, 400);
    await live.settle(settleMs);
  });

  afterAll(() => live.close());

  async function rebuild(what: RebuildableProjection, code: string, brokenOff = false) {
    const url = live.fresh.roleUrl;
    const log = new EmbeddedLog(
      async (owner) => new EventStore(await Database.open({ service: owner, url: url(owner) }), owner),
    );
    const ending = new AbortController();
    const phase = (now: string) => {
      if (brokenOff && now === 'comparing') ending.abort(new Error('broken off'));
    };
    const watch = { folded: () => undefined, phase, report: () => undefined };
    try {
      return await rebuildTables(what, { url, log, watch, code, signal: ending.signal });
    } finally {
      await log.close();
    }
  }

  /** All folded and nothing compared, then some events more. */
  async function breakOff(what: RebuildableProjection, code: string): Promise<void> {
    await expect(rebuild(what, code, true)).rejects.toThrow('broken off');
    await live.write(history, 60);
    await live.settle(settleMs);
  }

  const stamped = (result: RebuildResult) => result.tables.find(({ table }) => table === 'stamps')?.live.rows;

  it('goes on where it was: what was folded is not folded again', async () => {
    await breakOff(boards(), 'release 1');
    const result = await rebuild(boards(), 'release 1');
    expect(result.isResumed).toBe(true);
    expect(result.events).toBeLessThan(stamped(result) ?? 0);
  });

  it('is thrown away where another code folds now: no table is half of the one and half of the other', async () => {
    await breakOff(otherFold(), 'release 1');
    const before = await live.hashes();
    const result = await rebuild(boards(), 'release 2');
    expect(result.isResumed).toBe(false);
    expect(result.events).toBeGreaterThanOrEqual(stamped(result) ?? 0);
    expect(await live.hashes()).toEqual(before);
  });
});
