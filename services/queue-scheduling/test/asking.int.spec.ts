import { K128, K512, QueueUnderTest, refusal } from './queue-under-test';

let queue: QueueUnderTest;

beforeAll(async () => {
  queue = await QueueUnderTest.open({ cap: 3 });
});
afterAll(() => queue.close());

interface ReceiptRow {
  door: string;
  account_id: string;
  request_id: string | null;
  result: string;
}

async function receipt(id: string | undefined): Promise<ReceiptRow | undefined> {
  const [row] = await queue.database.query<ReceiptRow>(
    'receipt',
    `select door, account_id, request_id, result from receipts where receipt_id = $1`,
    [id],
  );
  return row;
}

describe('asking', () => {
  it('queues the lowest rung first, and says place and allowance', async () => {
    const answer = await queue.ask('ada', 'atomic:a1');
    expect(answer).toMatchObject({ result: 'queued', pending: 1, cap: 3 });
    expect(answer.request).toMatchObject({
      position: 'atomic:a1',
      budgetNodes: K128,
      state: 'PENDING',
      requestsAhead: 0,
      nodesAhead: 0,
      ownRequestsAhead: 0,
      names: 1,
    });
  });

  it('joins the open request of the position instead of queueing a duplicate [QUE-16]', async () => {
    const first = await queue.ask('ada', 'atomic:a2');
    const second = await queue.ask('ben', 'atomic:a2');
    expect(second.result).toBe('joined');
    expect(second.request).toMatchObject({
      requestId: first.request?.requestId,
      names: 2,
    });
  });

  it('counts asking twice as one name', async () => {
    expect(await queue.ask('ben', 'atomic:a2')).toMatchObject({ result: 'already-yours', pending: 1 });
  });

  it('makes a new request for a deeper rung than every open one', async () => {
    const deep = await queue.ask('cem', 'atomic:a2', K512);
    expect(deep).toMatchObject({ result: 'queued', request: { budgetNodes: K512 } });
    const { requests } = await queue.api.ofPosition({ position: 'atomic:a2', accountId: 'cem' });
    expect(requests.map(({ budgetNodes }) => budgetNodes)).toEqual([K128, K512]);
  });

  it('refuses at the cap of waiting names, and withdrawing gives the allowance back [CAP-01] [CAP-03]', async () => {
    const id = await queue.askFor('dan', 'atomic:d1');
    await queue.ask('dan', 'atomic:d2');
    await queue.ask('dan', 'atomic:d3');
    expect((await refusal(queue.ask('dan', 'atomic:d4'))).code).toBe('queue-cap');
    expect((await refusal(queue.ask('dan', 'atomic:a1'))).code).toBe('queue-cap');
    expect(await queue.withdraw('dan', id)).toEqual({ result: 'cancelled' });
    expect(await queue.ask('dan', 'atomic:d4')).toMatchObject({ result: 'queued', pending: 3 });
  });

  it('counts no running row for the cap [CAP-02] [CAP-04]', async () => {
    const own = await QueueUnderTest.open({ cap: 1 });
    await own.ask('eve', 'atomic:e1');
    await own.mustLease();
    expect(await own.ask('eve', 'atomic:e2')).toMatchObject({ result: 'queued', pending: 1 });
    await own.ask('fay', 'atomic:f1');
    expect(await own.ask('fay', 'atomic:e1')).toMatchObject({ result: 'already-running', pending: 1 });
    await own.close();
  });

  it('lets exactly as many of 100 parallel asks through as the cap leaves room for', async () => {
    const wide = queue.with({ cap: 20 });
    const asks = Array.from({ length: 100 }, (_, index) => refusal(wide.ask('gus', `atomic:g${index}`)));
    const codes = (await Promise.all(asks)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(20);
    expect(codes.filter((code) => code === 'queue-cap')).toHaveLength(80);
    expect((await queue.api.listOwn({ accountId: 'gus' })).pending).toBe(20);
  });

  it('makes one request of parallel asks for one position', async () => {
    const accounts = Array.from({ length: 12 }, (_, index) => `hal${index}`);
    const answers = await Promise.all(accounts.map((account) => queue.ask(account, 'atomic:h')));
    expect(new Set(answers.map(({ request }) => request?.requestId)).size).toBe(1);
    expect(answers.map(({ result }) => result).sort()).toEqual([
      ...Array<string>(11).fill('joined'),
      'queued',
    ]);
  });

  it('refuses what is solved and a budget between the rungs', async () => {
    expect((await refusal(queue.ask('ivo', 'atomic:i', 0, true))).code).toBe('already-solved');
    expect((await refusal(queue.ask('ivo', 'atomic:i', 5))).code).toBe('budget-not-on-ladder');
  });
});

describe('the receipt of a call', () => {
  it('is left by every answer [API-15]', async () => {
    const { receiptId, request } = await queue.ask('jan', 'atomic:j1');
    expect(await receipt(receiptId)).toEqual({
      door: 'ask',
      account_id: 'jan',
      request_id: request?.requestId,
      result: 'queued',
    });
  });

  it('is left by a refusal too, which did nothing else', async () => {
    const refused = await refusal(queue.ask('kim', 'atomic:k1', 5));
    expect(await receipt(refused.receipt)).toEqual({
      door: 'ask',
      account_id: 'kim',
      request_id: null,
      result: 'budget-not-on-ladder',
    });
    expect((await queue.api.listOwn({ accountId: 'kim' })).requests).toEqual([]);
  });

  it('is left by a withdraw', async () => {
    const refused = await refusal(queue.withdraw('kim', 'no-such'));
    expect(refused.code).toBe('request-unknown');
    expect(await receipt(refused.receipt)).toMatchObject({ door: 'withdraw', request_id: 'no-such' });
  });
});

describe('withdrawing', () => {
  it('takes only the own name off and leaves the row to the others [WJB-07] [WJB-08]', async () => {
    const id = await queue.askFor('lea', 'atomic:l1');
    await queue.ask('mia', 'atomic:l1');
    expect(await queue.withdraw('lea', id)).toEqual({ result: 'left' });
    expect((await queue.api.listOwn({ accountId: 'lea' })).requests).toEqual([]);
    const { requests } = await queue.api.listOwn({ accountId: 'mia' });
    expect(requests).toMatchObject([{ requestId: id, names: 1 }]);
  });

  it('makes asking again a new ask', async () => {
    const id = await queue.askFor('nil', 'atomic:n1');
    expect(await queue.withdraw('nil', id)).toEqual({ result: 'cancelled' });
    const again = await queue.ask('nil', 'atomic:n1');
    expect(again.result).toBe('queued');
    expect(again.request?.requestId === id).toBe(false);
  });
});
