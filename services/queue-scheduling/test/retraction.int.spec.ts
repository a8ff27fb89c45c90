import { Database } from '@atomicdb/event-store';
import type { Lease } from '@atomicdb/rpc';
import { freshDatabase } from '@atomicdb/testing';
import { migrations } from '../src/adapters/postgres/migrations';
import { readPosition } from '../src/adapters/postgres/read-position';
import { addPasses } from '../src/adapters/postgres/add-passes';
import { K128, K512, QueueUnderTest } from './queue-under-test';

const place = 'atomic:a';
const unasked = { token: '', requestId: '', multipv: 1, ttlMs: 1, position: place };
const pass = (leaseId: string, budgetNodes: number): Lease => ({ ...unasked, leaseId, budgetNodes });

describe('a retracted pass', () => {
  let queue: QueueUnderTest;

  beforeEach(async () => {
    queue = await QueueUnderTest.open();
  });
  afterEach(() => queue.close());

  const next = async () => (await queue.api.ofPosition({ position: place, accountId: '' })).nextBudgetNodes;

  it('takes the next rung down with it, as far as the deepest that is left', async () => {
    const [shallow, deep] = [pass('shallow', K128), pass('deep', K512)];
    await queue.announce(shallow);
    await queue.announce(deep);
    expect(await next()).toBe(2_000_000_000);
    for (const _again of [1, 2]) {
      await queue.retract(deep);
      expect(await next()).toBe(K512);
    }
    await queue.retract(pass('unknown', K128));
    expect(await next()).toBe(K512);
    await queue.retract(shallow);
    expect(await next()).toBe(K128);
    expect(await queue.ask('ada', place)).toMatchObject({ request: { budgetNodes: K128 } });
  });

  it('that comes late completes its own request and nothing else', async () => {
    const own = await queue.askFor('ada', place);
    const lease = await queue.mustLease();
    await queue.retract(lease);
    await queue.announce(lease);
    expect(await queue.stateOf(own)).toBe('COMPLETED');
    const waiting = await queue.askFor('ben', place);
    await queue.retract(pass('late', K512));
    await queue.announce(pass('late', K512));
    expect(await queue.stateOf(waiting)).toBe('PENDING');
    expect(await next()).toBe(K128);
  });
});

it('keeps the deepest rungs of a database of the first release until the passes themselves come', async () => {
  const fresh = await freshDatabase(['queue'], () => Promise.resolve());
  const url = fresh.roleUrl('queue');
  const first = await Database.open({ service: 'queue', url, migrations: migrations.slice(0, 1) });
  await first.migrate();
  await first.query('old-rung', `insert into deepest_passes values ('${place}', ${K512})`);
  await first.close();
  const now = await Database.open({ service: 'queue', url, migrations });
  await now.migrate();
  const facts = () => now.transaction((tx) => readPosition(tx, place));
  expect(await facts()).toEqual({ deepestNodes: K512, closed: null });
  const known = (passId: string, budgetNodes: number) =>
    now.transaction((tx) => addPasses(tx, [{ passId, position: place, budgetNodes }]));
  const ids = () => now.query('ids', `select pass_id from passes order by 1`);
  await known('a', K128);
  expect(await ids()).toEqual([{ pass_id: 'a' }, { pass_id: `before 0003 ${place}` }]);
  await known('b', K512);
  expect(await ids()).toEqual([{ pass_id: 'a' }, { pass_id: 'b' }]);
  await now.close();
  await fresh.drop();
});
