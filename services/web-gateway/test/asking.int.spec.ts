import { Rejected } from '@atomicdb/decider';
import type { OwnQueue, Problem, RequestAnswer } from '@atomicdb/rest';
import type { AskResponse, QueueRequest } from '@atomicdb/rpc';
import { aProblem, factsOf, RunningGateway, start, startId, startKey } from './running-gateway';
import { emptyRow, rightPassword } from './scripted-peers';

const door = '/atomicdb/api/request';
const credentials = { username: 'Ada', password: rightPassword };

const waiting: QueueRequest = {
  requestId: 'r-1',
  position: startId,
  budgetNodes: 256_000,
  state: 'PENDING',
  requestsAhead: 3,
  nodesAhead: 768_000,
  ownRequestsAhead: 1,
  progressNodes: 0,
  names: 1,
};

function anAnswer(result: string): AskResponse {
  return { result, request: waiting, receiptId: 'receipt-1', pending: 2, cap: 5_000 };
}

describe('asking', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await RunningGateway.start();
    gateway.peers.askAnswer = () => anAnswer('queued');
  });

  afterEach(() => gateway.stop());

  it('works without an account, seeds the position and leaves a receipt [API-01] [API-08] [API-10] [API-15]', async () => {
    const { status, body } = await gateway.postForm<RequestAnswer>(door, { fen: start });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: 'queued',
      receipt: 'receipt-1',
      variant: 'atomic',
      key: startKey,
      fen: start,
      task_id: 'r-1',
      budget: 256_000,
      seeded: true,
      account: null,
      requests_ahead: 3,
      nodes_ahead: 768_000,
      own_requests_ahead: 1,
      pending: 2,
      cap: 5_000,
    });
    expect(gateway.peers.asked).toEqual([
      { position: startId, accountId: 'anonymous', budgetNodes: 0, solved: false },
    ]);
    expect((await gateway.postForm<RequestAnswer>(door, { fen: start })).body.seeded).toBe(false);
  });

  it('with name and password stands on that account, by form or JSON, with and without a slash [API-04] [API-21]', async () => {
    for (const path of [door, `${door}/`]) {
      const json = await gateway.postJson<RequestAnswer>(path, { fen: start, ...credentials });
      const form = await gateway.postForm<RequestAnswer>(path, { fen: start, ...credentials });
      expect([json.status, json.body.account, form.status, form.body.account]).toEqual([
        202,
        'Ada',
        202,
        'Ada',
      ]);
    }
    expect(new Set(gateway.peers.asked.map(({ accountId }) => accountId))).toEqual(new Set(['a-ada']));
  });

  it('ignores cookies, whatever they say [API-11]', async () => {
    const headers = { cookie: 'session=of-ada; __Host-session=of-ada' };
    const { status, body } = await gateway.postJson<RequestAnswer>(door, { fen: start }, headers);
    expect([status, body.account]).toEqual([202, null]);
    expect(gateway.peers.asked[0]?.accountId).toBe('anonymous');
    expect(gateway.peers.checked).toEqual([]);
  });

  it.each([
    ['queued', 202],
    ['joined', 202],
    ['already-running', 200],
    ['already-yours', 200],
  ])('that is %s answers %i', async (result, status) => {
    gateway.peers.askAnswer = () => anAnswer(result);
    const answer = await gateway.postJson<RequestAnswer>(door, { fen: start });
    expect([answer.status, answer.body.status]).toEqual([status, result]);
  });

  it.each([
    ['already-solved', 409],
    ['top-of-ladder', 409],
    ['queue-cap', 429],
  ] as const)('that is refused as %s answers %i, with its receipt [API-15]', async (code, status) => {
    gateway.peers.askAnswer = () => {
      throw new Rejected(code, 'One sentence.', undefined, 'receipt-2');
    };
    const answer = await gateway.postJson<Problem>(door, { fen: start });
    expect(factsOf(answer)).toEqual(aProblem(status, code));
    expect(answer.body).toMatchObject({ detail: 'One sentence.', receipt: 'receipt-2' });
  });

  it('picks a rung for who has the slider, and says where the budget was ignored [API-02]', async () => {
    const asks = [
      { fen: start, budget: 1_024_000 },
      { fen: start, budget: 1_024_000, ...credentials },
      { fen: start, budget: '1024000', username: 'boss', password: rightPassword },
    ];
    const answers = [];
    for (const body of asks) answers.push(await gateway.postJson<RequestAnswer>(door, body));
    expect(answers.map(({ body }) => body.budget_ignored)).toEqual([true, true, undefined]);
    expect(gateway.peers.asked.map(({ budgetNodes }) => budgetNodes)).toEqual([0, 0, 1_024_000]);
  });

  it('tells the queue of a position that the rules or a proof have closed', async () => {
    const exploded = 'rnbq1bnr/1ppp2pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 1';
    await gateway.postJson(door, { fen: exploded });
    const headline = { status: 'WIN', closure: 'CHILDREN', kind: 'solved', move: 'g1f3', anchor: '' };
    gateway.peers.rows.set(startId, { ...emptyRow, known: true, headline });
    await gateway.postJson(door, { fen: start });
    gateway.peers.down.add('backing');
    await gateway.postJson(door, { fen: start });
    expect(gateway.peers.asked.map(({ solved }) => solved)).toEqual([true, true, false]);
  });

  it('answers 503 and asks for nothing when accounts or positions are away', async () => {
    for (const service of ['accounts', 'positions']) {
      gateway.peers.down.clear();
      gateway.peers.down.add(service);
      const answer = await gateway.postJson<Problem>(door, { fen: start, ...credentials });
      expect(factsOf(answer)).toEqual(aProblem(503, 'unavailable'));
    }
    expect(gateway.peers.asked).toEqual([]);
  });

  it('is open to pages of other sites, without credentials', async () => {
    const preflight = await gateway.call(door, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await gateway.call('/atomicdb/api/my-queue/', { method: 'OPTIONS' });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });
});

describe('the own queue', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await RunningGateway.start();
  });

  afterEach(() => gateway.stop());

  it('lists waiting and running requests with the paths they accept [API-16] [API-18]', async () => {
    const requests = ['PENDING', 'LEASED', 'DELIVERED'].map((state) => ({ ...waiting, state }));
    gateway.peers.own = { requests, pending: 1, cap: 5_000 };
    const { status, body, headers } = await gateway.postJson<OwnQueue>(
      '/atomicdb/api/my-queue/',
      credentials,
    );
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const shown = {
      task_id: 'r-1',
      variant: 'atomic',
      key: startKey,
      fen: start,
      budget: 256_000,
      requests_ahead: 3,
      nodes_ahead: 768_000,
    };
    expect(body).toEqual({
      account: 'Ada',
      pending: 1,
      cap: 5_000,
      requests: [
        { ...shown, state: 'PENDING', cancel: '/atomicdb/api/queue-cancel/r-1/' },
        { ...shown, state: 'LEASED', cancel: null },
      ],
    });
  });

  it('takes the name off by the path it gave [WJB-11]', async () => {
    for (const result of ['cancelled', 'left']) {
      gateway.peers.withdrawAnswer = () => result;
      const answer = await gateway.postForm('/atomicdb/api/queue-cancel/r-1/', credentials);
      expect([answer.status, answer.body]).toEqual([200, { status: result, task_id: 'r-1' }]);
    }
    expect(gateway.peers.withdrawn).toEqual([
      { requestId: 'r-1', accountId: 'a-ada' },
      { requestId: 'r-1', accountId: 'a-ada' },
    ]);
  });

  it('answers a started request 409, and an id that cannot be one like a foreign one: 404', async () => {
    gateway.peers.withdrawAnswer = () => {
      throw new Rejected('already-started', 'One sentence.');
    };
    const started = await gateway.postJson<Problem>('/atomicdb/api/queue-cancel/r-1', credentials);
    expect(factsOf(started)).toEqual(aProblem(409, 'already-started'));
    const odd = await gateway.postJson<Problem>('/atomicdb/api/queue-cancel/a%20b/', credentials);
    expect(factsOf(odd)).toEqual(aProblem(404, 'request-unknown'));
    expect(gateway.peers.withdrawn).toHaveLength(1);
  });

  it('does not take an undo for a cancel', async () => {
    const answer = await gateway.postJson<Problem>('/atomicdb/api/queue-cancel/r-1/', {
      ...credentials,
      undo: 1,
    });
    expect(factsOf(answer)).toEqual(aProblem(422, 'unknown-field', 'undo'));
    expect(gateway.peers.withdrawn).toEqual([]);
  });
});

describe('registering', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await RunningGateway.start();
  });

  afterEach(() => gateway.stop());

  it('answers 201 with the name, and 409 when it is taken', async () => {
    const fields = { username: 'Grace', password: 'correct horse' };
    const made = await gateway.postForm('/atomicdb/api/register', fields);
    expect([made.status, made.body]).toEqual([201, { account: 'Grace' }]);
    const taken = await gateway.postJson<Problem>('/atomicdb/api/register', { ...fields, username: 'Ada' });
    expect(factsOf(taken)).toEqual(aProblem(409, 'name-taken', 'username'));
  });
});
