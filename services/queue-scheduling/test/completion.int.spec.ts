import type { RequestCompleted } from '@atomicdb/events';
import { K128, K512, QueueUnderTest, refusal } from './queue-under-test';

let queue: QueueUnderTest;

beforeEach(async () => {
  queue = await QueueUnderTest.open();
});
afterEach(() => queue.close());

async function completion(requestId: string): Promise<RequestCompleted | undefined> {
  const last = (await queue.events(requestId)).at(-1)?.event;
  return last?.type === 'RequestCompleted' ? last.data : undefined;
}

describe('a delivered analysis', () => {
  it('completes its request and names everybody who is on it, once [QUE-17]', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    await queue.ask('ben', 'atomic:a');
    const lease = await queue.mustLease();
    await queue.ask('cem', 'atomic:a');
    await queue.deliver(lease);
    await queue.announce(lease);
    await queue.announce(lease);
    expect(await completion(id)).toMatchObject({ by: 'analysis', accountIds: ['ada', 'ben', 'cem'] });
    expect((await queue.eventTypes(id)).filter((type) => type === 'RequestCompleted')).toHaveLength(1);
    expect(await queue.api.getLease(lease)).toMatchObject({ requestState: 'COMPLETED' });
    expect(await queue.deliver(lease)).toMatchObject({ duplicate: true });
  });

  it('lets asking again buy the next rung, up to the top of the ladder [QUE-18]', async () => {
    const rungs: number[] = [];
    for (const _rung of [1, 2, 3, 4]) {
      await queue.ask('ada', 'atomic:a');
      const lease = await queue.mustLease();
      rungs.push(lease.budgetNodes);
      await queue.deliver(lease);
      await queue.announce(lease);
    }
    expect(rungs).toEqual([K128, K512, 2_000_000_000, 10_000_000_000]);
    expect((await refusal(queue.ask('ada', 'atomic:a'))).code).toBe('top-of-ladder');
    const { nextBudgetNodes } = await queue.api.ofPosition({ position: 'atomic:a', accountId: '' });
    expect(nextBudgetNodes).toBe(0);
  });

  it('also completes the shallower requests of the position that wait, uncharged', async () => {
    for (const place of [1, 2, 3, 4]) await queue.ask('ada', `atomic:x${place}`);
    const shallow = await queue.askFor('ada', 'atomic:a');
    await queue.ask('ben', 'atomic:a', K512);
    for (const _place of [1, 2, 3]) await queue.mustLease();
    const lease = await queue.mustLease();
    expect([lease.position, lease.budgetNodes]).toEqual(['atomic:a', K512]);
    await queue.announce(lease);
    expect(await completion(shallow)).toMatchObject({ by: 'deeper', accountIds: ['ada'] });
    const leased = (await queue.eventTypes(shallow)).filter((type) => type === 'RequestLeased');
    expect(leased).toEqual([]);
  });

  it('stops the search of a newer lease when it comes late', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lost = await queue.mustLease();
    await queue.deliver(lost);
    await queue.letTimePass();
    await queue.reap();
    const newer = await queue.mustLease('zoe');
    await queue.announce(lost);
    expect(await queue.stateOf(id)).toBe('COMPLETED');
    expect(await queue.beat(newer)).toEqual({ lostLeaseIds: [newer.leaseId] });
    expect((await refusal(queue.deliver(newer))).code).toBe('stale');
    expect(await queue.deliver(lost)).toMatchObject({ duplicate: true });
  });

  it('raises the next rung also where nobody asked', async () => {
    const unasked = { leaseId: '', token: '', requestId: '', multipv: 1, ttlMs: 1 };
    await queue.announce({ ...unasked, position: 'atomic:z', budgetNodes: K128 });
    expect(await queue.ask('ada', 'atomic:z')).toMatchObject({ request: { budgetNodes: K512 } });
  });

  it('meets the reaper without a double effect', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lease = await queue.mustLease();
    await queue.deliver(lease);
    await queue.letTimePass();
    await Promise.all([queue.announce(lease), queue.reap()]);
    expect(await queue.stateOf(id)).toBe('COMPLETED');
    expect((await queue.eventTypes(id)).filter((type) => type === 'RequestCompleted')).toHaveLength(1);
    expect(await queue.reap()).toEqual({ lostLeases: 0, droppedDeliveries: 0 });
  });
});

describe('a solved position', () => {
  it('completes what waits, tells what runs to stop, and refuses what is asked', async () => {
    const running = await queue.askFor('ben', 'atomic:a');
    const waiting = await queue.askFor('ada', 'atomic:a', K512);
    const lease = await queue.mustLease();
    expect(lease.requestId).toBe(running);
    await queue.prove('atomic:a');
    expect(await completion(waiting)).toMatchObject({ by: 'closure', accountIds: ['ada'] });
    expect(await completion(running)).toMatchObject({ by: 'closure', accountIds: ['ben'] });
    expect(await queue.beat(lease)).toEqual({ lostLeaseIds: [lease.leaseId] });
    expect((await refusal(queue.ask('cem', 'atomic:a'))).code).toBe('already-solved');
  });

  it('lets a result in that had been accepted, and ends the row if it never comes', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lease = await queue.mustLease();
    await queue.deliver(lease);
    await queue.prove('atomic:a');
    expect(await queue.stateOf(id)).toBe('DELIVERED');
    await queue.letTimePass();
    await queue.reap();
    expect(await completion(id)).toMatchObject({ by: 'closure', accountIds: ['ada'] });
  });
});
