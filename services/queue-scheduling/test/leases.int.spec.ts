import { K128, K512, QueueUnderTest, refusal } from './queue-under-test';

let queue: QueueUnderTest;

beforeEach(async () => {
  queue = await QueueUnderTest.open();
});
afterEach(() => queue.close());

describe('a lease', () => {
  it('carries what the search needs, and a token that grows and is kept as a hash only', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    await queue.ask('ada', 'atomic:b');
    const first = await queue.mustLease();
    const second = await queue.mustLease();
    expect(first).toMatchObject({
      requestId: id,
      position: 'atomic:a',
      budgetNodes: K128,
      multipv: 5,
      ttlMs: 120_000,
    });
    expect([first, second].map(({ token }) => token.split('.')[0])).toEqual(['1', '2']);
    const hashes = await queue.database.query<{ token_hash: Buffer }>(
      'hashes',
      `select token_hash from lease_tokens`,
    );
    expect(hashes.some(({ token_hash }) => token_hash.toString().includes(first.token))).toBe(false);
    expect(await queue.lease()).toBeUndefined();
  });

  it('is only for variants and rungs that the worker takes', async () => {
    await queue.ask('ada', 'atomic:a', K512);
    await queue.ask('ada', 'standard:b');
    expect(await queue.lease('wim', ['atomic'], K128)).toBeUndefined();
    expect(await queue.lease('wim', [])).toBeUndefined();
    expect(await queue.lease('wim', ['standard'])).toMatchObject({ position: 'standard:b' });
    expect(await queue.lease('wim', ['atomic'], K512)).toMatchObject({ position: 'atomic:a' });
  });

  it('never runs two searches of one position at once', async () => {
    await queue.ask('ada', 'atomic:a');
    await queue.ask('ben', 'atomic:a', K512);
    const shallow = await queue.mustLease();
    expect(shallow.budgetNodes).toBe(K128);
    expect(await queue.lease()).toBeUndefined();
    await queue.deliver(shallow);
    expect(await queue.lease()).toBeUndefined();
  });

  it('charges the payer and moves the clock', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    await queue.mustLease();
    const [, leased] = await queue.events(id);
    expect(leased?.event).toMatchObject({
      type: 'RequestLeased',
      data: {
        payerAccountId: 'ada',
        tag: String(K128),
        clock: String(K128),
        leaseNumber: 1,
        sessionId: 'session-wim',
      },
    });
  });

  it('knows only its own token', async () => {
    await queue.ask('ada', 'atomic:a');
    const lease = await queue.mustLease();
    const forged = { ...lease, token: '1.forged' };
    expect((await refusal(queue.deliver(forged))).code).toBe('lease-unknown');
    expect((await refusal(queue.api.release({ ...forged, reason: 'abort' }))).code).toBe('lease-unknown');
    expect((await refusal(queue.api.getLease(forged))).code).toBe('lease-unknown');
    expect(await queue.beat(forged)).toEqual({ lostLeaseIds: [lease.leaseId] });
    expect(await queue.api.getLease(lease)).toMatchObject({ requestState: 'LEASED', workerAccountId: 'wim' });
  });

  it('is given back at once when the worker stops, and paid for once', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lease = await queue.mustLease();
    await queue.api.release({ ...lease, reason: 'shutdown' });
    await queue.api.release({ ...lease, reason: 'shutdown' });
    expect((await queue.eventTypes(id)).filter((type) => type === 'LeaseReleased')).toHaveLength(1);
    await queue.mustLease();
    const payers = (await queue.events(id)).flatMap(({ event }) =>
      event.type === 'RequestLeased' ? [event.data.payerAccountId] : [],
    );
    expect(payers).toEqual(['ada', '']);
  });
});

describe('the reaper', () => {
  it('puts a silent row back in its place, and leaves one alone that beats', async () => {
    const silent = await queue.askFor('ada', 'atomic:a');
    const beating = await queue.askFor('ada', 'atomic:b');
    await queue.mustLease();
    const live = await queue.mustLease();
    await queue.letTimePass();
    expect(await queue.beat(live, 77)).toEqual({ lostLeaseIds: [] });
    expect(await queue.reap()).toEqual({ lostLeases: 1, droppedDeliveries: 0 });
    expect(await queue.stateOf(silent)).toBe('PENDING');
    expect(await queue.eventTypes(silent)).toEqual(['RequestJoined', 'RequestLeased', 'LeaseReleased']);
    expect(await queue.stateOf(beating)).toBe('LEASED');
    const { requests } = await queue.api.ofPosition({ position: 'atomic:b', accountId: '' });
    expect(requests).toMatchObject([{ progressNodes: 77 }]);
  });

  it('reaps nothing before the time of a lease is over', async () => {
    await queue.ask('ada', 'atomic:a');
    await queue.mustLease();
    expect(await queue.reap()).toEqual({ lostLeases: 0, droppedDeliveries: 0 });
  });

  it('tells a beat of a lost lease so, whatever row has the request now', async () => {
    await queue.ask('ada', 'atomic:a');
    const lost = await queue.mustLease();
    await queue.letTimePass();
    await queue.reap();
    const newer = await queue.mustLease('zoe');
    expect(await queue.beat(lost)).toEqual({ lostLeaseIds: [lost.leaseId] });
    expect(await queue.beat(newer)).toEqual({ lostLeaseIds: [] });
  });

  it('lets a returned row exceed the cap', async () => {
    const one = queue.with({ cap: 1 });
    await one.ask('ada', 'atomic:a');
    await one.mustLease();
    await one.ask('ada', 'atomic:b');
    await one.letTimePass();
    await one.reap();
    expect(await one.api.listOwn({ accountId: 'ada' })).toMatchObject({ pending: 2, cap: 1 });
  });
});

describe('a delivery', () => {
  it('takes the row out of reach of reaper, lease and withdraw', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lease = await queue.mustLease();
    expect(await queue.deliver(lease)).toEqual({ duplicate: false });
    expect(await queue.stateOf(id)).toBe('DELIVERED');
    await queue.database.query(
      'silence',
      `update lease_tokens set expires_at = expires_at - interval '1 hour'`,
    );
    expect(await queue.reap()).toEqual({ lostLeases: 0, droppedDeliveries: 0 });
    expect((await refusal(queue.withdraw('ada', id))).code).toBe('already-started');
    expect(await queue.lease()).toBeUndefined();
    expect(await queue.ask('ben', 'atomic:a')).toMatchObject({ result: 'already-running' });
  });

  it('is a duplicate the second time, and stale when another came first', async () => {
    await queue.ask('ada', 'atomic:a');
    const lease = await queue.mustLease();
    await queue.deliver(lease, 'pass-1');
    expect(await queue.deliver(lease, 'pass-1')).toMatchObject({ duplicate: true });
    expect((await refusal(queue.deliver(lease, 'pass-2'))).code).toBe('stale');
  });

  it('is accepted from a lost lease, and the newer lease is revoked', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const lost = await queue.mustLease();
    await queue.letTimePass();
    await queue.reap();
    const newer = await queue.mustLease('zoe');
    expect(await queue.deliver(lost)).toMatchObject({ duplicate: false });
    expect(await queue.beat(newer)).toEqual({ lostLeaseIds: [newer.leaseId] });
    expect((await refusal(queue.deliver(newer))).code).toBe('stale');
    const last = (await queue.events(id)).at(-1);
    expect(last?.event).toMatchObject({
      type: 'LeaseReleased',
      data: { leaseId: newer.leaseId, reason: 'revoked' },
    });
    expect(await queue.stateOf(id)).toBe('DELIVERED');
    expect(await queue.lease()).toBeUndefined();
  });

  it('goes back to waiting when it was never announced, from a live lease and from a lost one', async () => {
    const id = await queue.askFor('ada', 'atomic:a');
    const first = await queue.mustLease();
    await queue.deliver(first);
    await queue.letTimePass();
    expect(await queue.reap()).toEqual({ lostLeases: 0, droppedDeliveries: 1 });
    expect(await queue.stateOf(id)).toBe('PENDING');
    expect(await queue.deliver(first)).toMatchObject({ duplicate: false });
    await queue.letTimePass();
    expect(await queue.reap()).toEqual({ lostLeases: 0, droppedDeliveries: 1 });
    expect(await queue.mustLease()).toMatchObject({ requestId: id });
  });
});

describe('races on one row', () => {
  it('gives a row to one of many workers that ask at once', async () => {
    await queue.ask('ada', 'atomic:a');
    const leases = await Promise.all(Array.from({ length: 10 }, (_, index) => queue.lease(`worker${index}`)));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it('lets either the lease or the withdraw have it, never both', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const id = await queue.askFor('ada', `atomic:${round}`);
      const [lease, withdrawn] = await Promise.all([queue.lease(), refusal(queue.withdraw('ada', id))]);
      expect([lease === undefined, withdrawn.code]).toEqual(
        lease ? [false, 'already-started'] : [true, 'not refused'],
      );
      expect(await queue.stateOf(id)).toBe(lease ? 'LEASED' : 'CANCELLED');
    }
  });

  it('lets a delivery and the reaper meet without a double effect', async () => {
    for (const round of [1, 2, 3, 4]) {
      const id = await queue.askFor('ada', `atomic:${round}`);
      const lease = await queue.mustLease();
      await queue.letTimePass();
      const [delivered] = await Promise.all([queue.deliver(lease), queue.reap()]);
      expect(delivered).toEqual({ duplicate: false });
      expect(await queue.stateOf(id)).toBe('DELIVERED');
      const released = (await queue.eventTypes(id)).filter((type) => type === 'LeaseReleased');
      expect(released.length <= 1).toBe(true);
      await queue.announce(lease);
    }
  });

  it('loses no lease to the reaper that was told it lives', async () => {
    for (const round of [1, 2, 3, 4]) {
      const id = await queue.askFor('ada', `atomic:${round}`);
      const lease = await queue.mustLease();
      await queue.letTimePass();
      const [beaten] = await Promise.all([queue.beat(lease), queue.reap()]);
      const isLost = beaten.lostLeaseIds.length > 0;
      expect(await queue.stateOf(id)).toBe(isLost ? 'PENDING' : 'LEASED');
      await queue.announce(lease);
    }
  });
});
