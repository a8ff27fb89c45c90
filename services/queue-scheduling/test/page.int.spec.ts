import { K128, K512, QueueUnderTest } from './queue-under-test';

let queue: QueueUnderTest;

beforeAll(async () => {
  queue = await QueueUnderTest.open();
});
afterAll(() => queue.close());

describe('the public page', () => {
  it('has one row for each account in the order they are served, with what waits and runs [QUE-02]', async () => {
    await queue.ask('anonymous', 'atomic:z1');
    await queue.mustLease();
    await queue.ask('ada', 'atomic:a1', K512);
    await queue.ask('ada', 'atomic:a2');
    await queue.ask('ben', 'atomic:a2');
    const page = await queue.api.getOrder({});
    expect(page).toMatchObject({
      clock: String(K128),
      waitingRequests: 2,
      waitingNodes: K512 + K128,
      running: 1,
      ladder: [K128, K512, 2_000_000_000, 10_000_000_000],
    });
    expect(page.rows.map(({ oldestAsk: _time, ...row }) => row)).toEqual([
      {
        accountId: 'ben',
        place: 1,
        tagDistance: K128,
        waitingRequests: 1,
        waitingNodes: K128,
        byRung: [{ budgetNodes: K128, requests: 1 }],
        running: 0,
        shared: 1,
      },
      {
        accountId: 'ada',
        place: 2,
        tagDistance: K512,
        waitingRequests: 2,
        waitingNodes: K512 + K128,
        byRung: [
          { budgetNodes: K128, requests: 1 },
          { budgetNodes: K512, requests: 1 },
        ],
        running: 0,
        shared: 1,
      },
      {
        accountId: 'anonymous',
        place: 0,
        tagDistance: 0,
        waitingRequests: 0,
        waitingNodes: 0,
        byRung: [],
        running: 1,
        shared: 0,
      },
    ]);
    expect(page.rows.map(({ oldestAsk }) => /^\d{4}-\d\d-\d\dT.*Z$/.test(oldestAsk))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('says of a waiting request what is before it, and how much of that is its own', async () => {
    const { requests } = await queue.api.listOwn({ accountId: 'ada' });
    expect(
      requests.map((row) => [row.position, row.requestsAhead, row.nodesAhead, row.ownRequestsAhead]),
    ).toEqual([
      ['atomic:a1', 1, K128, 1],
      ['atomic:a2', 0, 0, 0],
    ]);
  });
});
