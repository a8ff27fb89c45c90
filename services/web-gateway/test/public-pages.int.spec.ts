import type { Boards, Problem, QueuePage, SiteFacts } from '@atomicdb/rest';
import { aProblem, factsOf, ladder, RunningGateway, start } from './running-gateway';

describe('the public doors', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await RunningGateway.start();
  });

  afterAll(() => gateway.stop());

  it('say what this installation is', async () => {
    const { body } = await gateway.json<SiteFacts>('/atomicdb/api/site');
    expect(body.ladder).toEqual(ladder);
    expect(body.ladder_name).toBe('laptop');
    expect(body.variants).toEqual([
      { name: 'atomic', start_fen: start },
      { name: 'chess', start_fen: start },
    ]);
  });

  it('show the boards with the fleet and what belongs to nobody', async () => {
    gateway.peers.boards = {
      boards: [
        {
          window: 'all',
          rows: [{ accountId: 'a-ada', name: 'Ada', nodes: 700, analyses: 2, positions: 1 }],
          fleetNodes: 1_000,
          fleetAnalyses: 3,
          nobodyNodes: 300,
        },
      ],
    };
    const { body, headers } = await gateway.json<Boards>('/atomicdb/api/boards/');
    expect(body.boards).toEqual([
      {
        window: 'all',
        rows: [{ account: 'Ada', nodes: 700, analyses: 2, positions: 1 }],
        fleet_nodes: 1_000,
        fleet_analyses: 3,
        nobody_nodes: 300,
      },
    ]);
    const again = await gateway.call('/atomicdb/api/boards', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('show the queue as one row per account, by name and without a position [QUE-02]', async () => {
    const row = {
      tagDistance: 256_000,
      waitingRequests: 2,
      waitingNodes: 512_000,
      byRung: [{ budgetNodes: 256_000, requests: 2 }],
      running: 1,
      oldestAsk: '2026-01-01T00:00:00.000Z',
      shared: 1,
    };
    gateway.peers.order = {
      rows: [
        { ...row, accountId: 'a-ada', place: 1 },
        { ...row, accountId: 'anonymous', place: 2 },
        { ...row, accountId: 'a-boss', place: 0, waitingRequests: 0, byRung: [], oldestAsk: '' },
      ],
      clock: '9007199254740993000',
      waitingRequests: 4,
      waitingNodes: 1_024_000,
      running: 3,
      ladder,
    };
    const { body } = await gateway.json<QueuePage>('/atomicdb/api/queue');
    expect(
      body.rows.map(({ account, place, tag_distance, oldest_ask }) => [
        account,
        place,
        tag_distance,
        oldest_ask,
      ]),
    ).toEqual([
      ['Ada', 1, 256_000, '2026-01-01T00:00:00.000Z'],
      ['anonymous', 2, 256_000, '2026-01-01T00:00:00.000Z'],
      ['boss', null, null, null],
    ]);
    expect(body.rows[0]?.by_rung).toEqual([{ budget: 256_000, requests: 2 }]);
    expect(body.clock).toBe('9007199254740993000');
    expect(JSON.stringify(body)).not.toContain('atomic:');
  });

  it('take no parameters', async () => {
    const answer = await gateway.json<Problem>('/atomicdb/api/boards?window=7d');
    expect(factsOf(answer)).toEqual(aProblem(422, 'unknown-field', 'window'));
  });

  it('leave the health pages of the process as they are', async () => {
    const live = await gateway.json('/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
  });
});
