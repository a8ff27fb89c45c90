import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { Database, isTransient, rebuild, type Tx } from '../src';

describe('a hold', () => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeAll(async () => {
    fresh = await freshDatabase(['queue'], () => Promise.resolve());
    database = await Database.open({ service: 'queue', url: fresh.roleUrl('queue') });
    await database.migrate();
  });

  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  /** Holds while something else is worked on for so long. */
  const hold = (idleMs: number, longestMs: number, workMs: number) =>
    database.transaction(async (tx: Tx) => {
      const limits = { idleMs, longestMs };
      await rebuild.boundHold(tx, limits);
      const done = await rebuild.keepAlive(tx, limits, async () => {
        await sleep(workMs);
        return 'done';
      });
      await tx.query('', 'select 1');
      return done;
    });

  it('lasts while its process works, however long beyond the time it may be idle', async () => {
    await expect(hold(600, 10_000, 2_500)).resolves.toBe('done');
  });

  it('ends when the work takes too long, and so does one whose process says nothing, for a reason that passes', async () => {
    const failures = await Promise.all([
      hold(300, 600, 2_500).catch((error: unknown) => error),
      hold(300, 0, 1_500).catch((error: unknown) => error),
    ]);
    expect(failures.map(isTransient)).toEqual([true, true]);
  });

  it('takes no transaction id', async () => {
    const id = await database.transaction(async (tx) => {
      await rebuild.boundHold(tx, { idleMs: 1_000, longestMs: 1_000 });
      await rebuild.closeGate(tx, 'queue');
      await rebuild.holdConsumers(tx, 'queue', ['events']);
      return tx.query('', 'select pg_current_xact_id_if_assigned() as id');
    });
    expect(id).toEqual([{ id: null }]);
  });
});
