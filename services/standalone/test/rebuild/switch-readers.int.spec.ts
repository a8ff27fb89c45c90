import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedLog, rebuildTables } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { eventually, seeded, withClient } from '@atomicdb/testing';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const settleMs = 60_000;
const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };
/** As they are locked: who holds the last and asks for the first stands across. */
const [first, last] = ['attribution.stamps', 'attribution.account_names'];
/** After a second of waiting the server looks for deadlocks, and ends whoever waits when it finds one. */
const askAfterMs = [1_200, 1_300, 1_450];

describe('a reader that holds one table and asks for another in the middle of the switch', () => {
  let live: LiveSide;

  beforeAll(async () => {
    live = await LiveSide.open();
    await live.follow();
    await live.write(new History(seeded(9), 'd'), 200);
    await live.settle(settleMs);
  });

  afterAll(() => live.close());

  async function rebuild(): Promise<void> {
    const url = live.fresh.roleUrl;
    const log = new EmbeddedLog(
      async (owner) => new EventStore(await Database.open({ service: owner, url: url(owner) }), owner),
    );
    const { signal } = new AbortController();
    const [what] = rebuildables.filter(({ name }) => name === 'attribution');
    if (what === undefined) throw new Error('attribution can be rebuilt');
    await rebuildTables(what, { url, log, watch, code: 'test', signal }).finally(() => log.close());
  }

  async function isAwaited(): Promise<void> {
    const waiting = await live
      .database('attribution')
      .query(
        '',
        `select from pg_locks where relation = $1::text::regclass and mode = 'AccessExclusiveLock' and not granted`,
        [last],
      );
    expect(waiting.length).toBeGreaterThan(0);
  }

  /** Milliseconds that the second table was waited for. */
  function reader(isHolding: () => void, askAfter: number): Promise<number> {
    return withClient(live.fresh.roleUrl('attribution'), async (client) => {
      await client.query('begin');
      await client.query(`select count(*) from ${last}`);
      isHolding();
      await eventually(isAwaited, { timeoutMs: settleMs });
      await sleep(askAfter);
      const startedAt = performance.now();
      await client.query(`select count(*) from ${first}`);
      const waitedMs = performance.now() - startedAt;
      await client.query('commit');
      return waitedMs;
    });
  }

  /** Readers that hold their first table before the work begins, and what became of each. */
  async function readAcross(work: () => Promise<void>): Promise<PromiseSettledResult<number>[]> {
    let holding = 0;
    const reading = Promise.allSettled(askAfterMs.map((askAfter) => reader(() => (holding += 1), askAfter)));
    await eventually(() => expect(holding).toBe(askAfterMs.length), { timeoutMs: settleMs });
    await work();
    return reading;
  }

  it('is let through by the switch, which tries again', async () => {
    const before = await live.hashes();
    const outcomes = await readAcross(rebuild);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    for (const outcome of outcomes)
      expect(outcome.status === 'fulfilled' ? outcome.value : Infinity).toBeLessThan(5_000);
    expect(await live.hashes()).toEqual(before);
  });

  it('would lose a deadlock against one that waits as long as it takes', async () => {
    const outcomes = await readAcross(() =>
      withClient(live.fresh.roleUrl('attribution'), async (client) => {
        await client.query('begin');
        await client.query(`lock table ${first}, ${last} in access exclusive mode`);
        await client.query('rollback');
      }),
    );
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''));
    expect(reasons).toContain('error: deadlock detected');
  });
});
