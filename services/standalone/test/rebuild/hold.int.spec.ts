import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { EmbeddedLog, rebuildTables } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';
import { eventually, seeded } from '@atomicdb/testing';
import { schemas } from '../../src';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const settleMs = 30_000;
const idleMs = 2_000;
/** Beyond the bound: of a machine that does other things too. */
const slackMs = 8_000;

describe('a rebuild that freezes while it holds the live side', () => {
  let live: LiveSide;
  let history: History;
  let child: ChildProcess | null = null;
  let output = '';

  beforeAll(async () => {
    live = await LiveSide.open();
    history = new History(seeded(11), 'f');
    await live.write(history, 300);
    await live.follow();
    await live.settle(settleMs);
  });

  afterAll(async () => {
    child?.kill('SIGKILL');
    await live.close();
  });

  function startRebuild(name: string): ChildProcess {
    const urls = Object.fromEntries(schemas.map((schema) => [schema, live.fresh.roleUrl(schema)]));
    const plan = JSON.stringify({ name, urls, limits: { idleMs } });
    const started = spawn(process.execPath, [join(__dirname, 'frozen-rebuild.cjs'), plan], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    output = '';
    started.stdout.on('data', (chunk) => (output += String(chunk)));
    child = started;
    return started;
  }

  /** Where nothing was written between the last round and the hold it has nothing to fold and is over: again. */
  async function startUntilFrozen(name: string): Promise<ChildProcess> {
    for (;;) {
      const started = startRebuild(name);
      await eventually(() => expect(output).toMatch(/frozen|switched/), { timeoutMs: settleMs });
      if (output.includes('frozen')) return started;
    }
  }

  /** Thawed, it goes on and switches to tables that are equal. */
  async function thaw(frozen: ChildProcess): Promise<void> {
    frozen.kill('SIGCONT');
    const [code] = (await once(frozen, 'close')) as [number | null];
    expect(output).toContain('switched');
    expect(code).toBe(0);
  }

  it('is let go after the bound: the consumers go on', async () => {
    const frozen = startRebuild('attribution');
    await eventually(() => expect(output).toContain('frozen'), { timeoutMs: settleMs });
    const frozenAt = Date.now();
    await live.write(history, 100);
    await live.settle(idleMs + slackMs);
    expect(Date.now() - frozenAt).toBeGreaterThan(idleMs / 2);
    const before = await live.hashes();
    await thaw(frozen);
    expect(await live.hashes()).toEqual(before);
  });

  it('is let go after the bound: appends go on', async () => {
    let [longestMs, isWriting] = [0, true];
    const writing = (async () => {
      while (isWriting) {
        const startedAt = Date.now();
        await live.write(history, 1);
        longestMs = Math.max(longestMs, Date.now() - startedAt);
      }
    })();
    const frozen = await startUntilFrozen('positions');
    await eventually(() => expect(longestMs).toBeGreaterThan(idleMs / 2), { timeoutMs: idleMs + slackMs });
    isWriting = false;
    await writing;
    expect(longestMs).toBeLessThan(idleMs + slackMs);
    await live.settle(settleMs);
    const before = await live.hashes();
    await thaw(frozen);
    expect(await live.hashes()).toEqual(before);
  });
});

describe('a rebuild that cannot catch up', () => {
  it('gives up and says so, with the live side as it was', async () => {
    const live = await LiveSide.open();
    const history = new History(seeded(12), 'c');
    const positions = live.store('positions');
    /** More events, which the feed gives when this is over: transactions of other files may hold it back until then. */
    const write = async (count: number) => {
      await live.write(history, count);
      const last = await positions.lastCursor();
      await eventually(async () => expect(await positions.feedHead()).toBe(last), { timeoutMs: settleMs });
    };
    await write(50);
    const url = live.fresh.roleUrl;
    const log = new EmbeddedLog(
      async (owner) => new EventStore(await Database.open({ service: owner, url: url(owner) }), owner),
    );
    const [what] = rebuildables.filter(({ name }) => name === 'positions');
    if (what === undefined || !('updateState' in what)) throw new Error('positions can be rebuilt');
    const outrun = {
      ...what,
      async updateState(...given: Parameters<typeof what.updateState>) {
        // Before the rebuild's own transaction writes: from then on it holds the feed back too.
        await write(60);
        await what.updateState(...given);
      },
    };
    const before = await live.hashes();
    const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };
    const { signal } = new AbortController();
    const limits = { fewEvents: 10, mostRounds: 5 };
    await expect(rebuildTables(outrun, { url, log, watch, code: 'test', signal, limits })).rejects.toThrow(
      /positions: events are written faster than they are folded, \d+ are left after 5 rounds/,
    );
    const after = await live.hashes();
    expect(after['analyses.passes']).not.toBe(before['analyses.passes']);
    await log.close();
    await live.close();
  });
});
