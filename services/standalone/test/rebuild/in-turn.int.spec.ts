import { EmbeddedLog, rebuildTables, type RebuildResult } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { runSeed, seeded } from '@atomicdb/testing';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const settleMs = 120_000;
const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };

describe('rebuilding one after another in one process', () => {
  let live: LiveSide;
  let history: History;

  beforeAll(async () => {
    live = await LiveSide.open();
    history = new History(seeded(runSeed('rebuild in turn')), 'h');
    await live.follow();
    await live.write(history, 1_000);
    await live.settle(settleMs);
  });

  afterAll(() => live.close());

  const log = () =>
    new EmbeddedLog(
      async (owner) =>
        new EventStore(await Database.open({ service: owner, url: live.fresh.roleUrl(owner) }), owner),
    );

  async function rebuild(...names: string[]): Promise<RebuildResult[]> {
    const results: RebuildResult[] = [];
    const reading = log();
    const signal = new AbortController().signal;
    const url = live.fresh.roleUrl;
    for (const what of rebuildables.filter(({ name }) => names.includes(name)))
      results.push(await rebuildTables(what, { url, log: reading, watch, code: 'test', signal }));
    await reading.close();
    return results;
  }

  const all = ['positions', 'analyses', 'queue', 'attribution', 'backing'];

  it('leaves every table as it was after each, and events go on into both [B63]', async () => {
    const before = await live.hashes();
    expect(Object.values(before).filter((hash) => hash.startsWith('0 '))).toEqual([]);
    const steps = [['attribution'], ['backing']];
    for (const step of steps) {
      await rebuild(...step);
      expect(await live.hashes()).toEqual(before);
    }
    await live.write(history, 100);
    await live.settle(settleMs);
    const after = await live.hashes();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(
      expect.arrayContaining(['attribution.stamps', 'backing.positions', 'positions.positions']),
    );
    for (const step of [['attribution'], all]) {
      const results = await rebuild(...step);
      expect(results.every(({ tables }) => tables.length > 0)).toBe(true);
      expect(await live.hashes()).toEqual(after);
    }
    await live.write(history, 300);
    await live.settle(settleMs);
    const grown = await live.hashes();
    await rebuild(...all);
    expect(await live.hashes()).toEqual(grown);
  });
});
