import type { AnalysisCompleted } from '@atomicdb/events';
import type { PositionRow, Problem } from '@atomicdb/rest';
import type { GetRowResponse, MoveRow } from '@atomicdb/rpc';
import { aProblem, factsOf, RunningGateway, start, startId, startKey } from './running-gateway';
import { emptyRow } from './scripted-peers';

const afterNf3 = 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -';

function aPass(changes: Partial<AnalysisCompleted>): AnalysisCompleted {
  return {
    passId: 'p-1',
    requestId: 'r-1',
    position: startId,
    budgetNodes: 256_000,
    searchedNodes: 257_123,
    creditedNodes: 257_123,
    lines: [
      { rank: 1, move: 'g1f3', cp: 35, pv: ['g1f3', 'e7e6', 'f3g5'], depth: 14, seldepth: 20 },
      { rank: 2, move: 'e2e3', cp: 12, pv: ['e2e3'], depth: 14, seldepth: 18 },
    ],
    engine: { name: 'Fairy-Stockfish', version: '14', build: '', net: '' },
    threads: 1,
    hashMb: 16,
    multipv: 5,
    elapsedMs: 900,
    completedAt: '2026-01-01T00:00:00.000Z',
    accountId: 'a-ada',
    accountName: 'Ada',
    machine: 'attic',
    leaseId: 'l-1',
    ...changes,
  };
}

const openedNf3: MoveRow = {
  uci: 'g1f3',
  child: `atomic:${afterNf3}`,
  value: 40,
  kind: 'backed',
  nodes: 1_024_000,
  plies: 3,
  anchor: `atomic:${afterNf3}`,
  childStatus: 'UNKNOWN',
  childClosure: '',
  searched: true,
  passes: 1,
  queued: true,
  running: false,
};

const backedRow: GetRowResponse = {
  known: true,
  legal: 20,
  headline: {
    status: 'UNKNOWN',
    closure: '',
    value: 40,
    kind: 'backed',
    move: 'g1f3',
    nodes: 1_024_000,
    plies: 4,
    anchor: `atomic:${afterNf3}`,
  },
  point: 35,
  moves: [openedNf3],
  searched: 1,
  seeded: 0,
  queued: 1,
};

describe('GET /atomicdb/api/query', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await RunningGateway.start();
  });

  afterEach(() => gateway.stop());

  const readRow = async () => (await gateway.query<PositionRow>(start)).body;

  it('answers 404 with the canonical FEN for a position the tree does not have, and adds nothing [API-32]', async () => {
    const answer = await gateway.query<Problem>('8/8/8/4k3/8/4K3/4P3/8 w - e3');
    expect(factsOf(answer)).toEqual(aProblem(404, 'position-unknown'));
    expect(answer.body.fen).toBe('8/8/8/4k3/8/4K3/4P3/8 w - - 0 1');
    expect([...gateway.peers.tree]).toEqual([]);
  });

  it('answers every legal move of a position nobody has searched, and a null analysis [API-27]', async () => {
    gateway.peers.tree.add(startId);
    const row = await readRow();
    expect(row).toMatchObject({
      variant: 'atomic',
      key: startKey,
      fen: start,
      legal: 20,
      status: 'UNKNOWN',
      closure: null,
      score: null,
      point: null,
      eval_cp: null,
      kind: 'none',
      best_move: null,
      analysis: null,
      next_budget: 256_000,
    });
    expect(row.moves.map(({ uci }) => uci)).toEqual([...row.moves.map(({ uci }) => uci)].sort());
    expect(row.moves).toHaveLength(20);
    expect(row.moves.find(({ uci }) => uci === 'g1f3')).toMatchObject({
      san: 'Nf3',
      child: null,
      child_fen: `${afterNf3} 0 1`,
      value: null,
      kind: 'none',
    });
  });

  it('answers the row with the trust fields [API-24] [API-25] [API-26] [VAL-15] [VAL-19] [VAL-20]', async () => {
    gateway.peers.tree.add(startId);
    gateway.peers.rows.set(startId, backedRow);
    gateway.peers.passes = { passes: [aPass({})] };
    const row = await readRow();
    const anchor = { key: afterNf3, fen: `${afterNf3} 0 1` };
    expect(row).toMatchObject({
      score: 40,
      mate: null,
      kind: 'backed',
      point: 35,
      eval_cp: 35,
      backed_eval: 40,
      backed_move: 'g1f3',
      best_move: 'g1f3',
      backed_plies: 4,
      backed_nodes: 1_024_000,
      anchor,
      walked: false,
      repetition: false,
      open_questions: [],
      proof_ignores: 'the 50-move rule',
      composition: { searched: 1, seeded: 0, queued: 1 },
    });
    expect(row.moves[0]).toEqual({
      uci: 'g1f3',
      san: 'Nf3',
      child: afterNf3,
      child_fen: `${afterNf3} 0 1`,
      value: 40,
      mate: null,
      kind: 'backed',
      nodes: 1_024_000,
      plies: 3,
      anchor,
      child_status: 'UNKNOWN',
      child_closure: null,
      searched: true,
      passes: 1,
      queued: true,
      running: false,
    });
    expect(row.moves.slice(1).map(({ uci }) => uci)).toEqual(
      [...row.moves.slice(1).map(({ uci }) => uci)].sort(),
    );
  });

  it('answers the lines of the current pass with SAN, and the engine and account of each pass [API-28] [API-30]', async () => {
    gateway.peers.tree.add(startId);
    gateway.peers.passes = { passes: [aPass({ passId: 'p-2', budgetNodes: 1_024_000 }), aPass({})] };
    const { analysis } = await readRow();
    expect(analysis?.lines[0]).toEqual({
      rank: 1,
      move: 'g1f3',
      san: 'Nf3',
      cp: 35,
      mate: null,
      pv: ['g1f3', 'e7e6', 'f3g5'],
      pv_san: ['Nf3', 'e6', 'Ng5'],
      depth: 14,
      seldepth: 20,
    });
    expect(analysis?.passes.map(({ pass_id, budget }) => ({ pass_id, budget }))).toEqual([
      { pass_id: 'p-2', budget: 1_024_000 },
      { pass_id: 'p-1', budget: 256_000 },
    ]);
    expect(analysis?.passes[1]).toEqual({
      pass_id: 'p-1',
      budget: 256_000,
      nodes: 257_123,
      width: 2,
      cp: 35,
      move: 'g1f3',
      depth: 14,
      completed_at: '2026-01-01T00:00:00.000Z',
      account: 'Ada',
      engine: 'Fairy-Stockfish 14',
    });
    expect(analysis?.previous).toBeNull();
  });

  it('answers the greatest earlier pass that was wider than the current one [API-29]', async () => {
    gateway.peers.tree.add(startId);
    const narrow = aPass({}).lines.slice(0, 1);
    gateway.peers.passes = {
      passes: [
        aPass({ passId: 'current', budgetNodes: 4_000_000, lines: narrow }),
        aPass({ passId: 'as narrow', budgetNodes: 1_024_000, lines: narrow }),
        aPass({ passId: 'wider', budgetNodes: 256_000 }),
        aPass({ passId: 'older', budgetNodes: 256_000 }),
      ],
    };
    const { analysis } = await readRow();
    expect(analysis?.previous?.summary.pass_id).toBe('wider');
    expect(analysis?.previous?.lines.map(({ move }) => move)).toEqual(['g1f3', 'e2e3']);
  });

  it.each([
    ['WIN', 3, 29_997, 2],
    ['LOSS', 4, -29_996, -2],
    ['DRAW', undefined, 0, null],
  ])('scores a proven %s by the plies of its proof', async (status, plies, score, mate) => {
    gateway.peers.tree.add(startId);
    const headline = {
      status,
      closure: 'CHILDREN',
      kind: 'solved',
      move: 'g1f3',
      anchor: '',
      plies,
      value: 1,
    };
    gateway.peers.rows.set(startId, { ...backedRow, headline });
    expect(await readRow()).toMatchObject({
      status,
      closure: 'CHILDREN',
      score,
      mate,
      kind: 'solved',
      backed_eval: null,
      best_move: 'g1f3',
      next_budget: null,
    });
  });

  it('shows a position where the rules end the game before the values have seen it', async () => {
    const exploded = 'rnbq1bnr/1ppp2pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b KQ -';
    gateway.peers.tree.add(`atomic:${exploded}`);
    gateway.peers.ofPosition = { requests: [], nextBudgetNodes: 256_000 };
    const { body } = await gateway.query<PositionRow>(exploded);
    expect(body).toMatchObject({ status: 'LOSS', closure: 'TERMINAL', score: -30_000, legal: 0, moves: [] });
    expect(body.next_budget).toBeNull();
  });

  it('shows the open requests of the position, and no others', async () => {
    gateway.peers.tree.add(startId);
    const request = {
      requestId: 'r-1',
      position: startId,
      budgetNodes: 256_000,
      state: 'PENDING',
      requestsAhead: 2,
      nodesAhead: 512_000,
      progressNodes: 0,
      names: 3,
    };
    const requests = ['PENDING', 'COMPLETED', 'CANCELLED'].map((state) => ({ ...request, state }));
    gateway.peers.ofPosition = { requests, nextBudgetNodes: 0 };
    const row = await readRow();
    expect(row.requests).toEqual([
      {
        task_id: 'r-1',
        budget: 256_000,
        state: 'PENDING',
        requests_ahead: 2,
        nodes_ahead: 512_000,
        progress_nodes: 0,
        names: 3,
      },
    ]);
    expect(row.next_budget).toBeNull();
  });

  it('is one position however its FEN is spelt, and one position for each variant', async () => {
    gateway.peers.tree.add(startId);
    const spelt = await gateway.query<PositionRow>(
      '  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKkq - 7 31 ',
    );
    expect(spelt.body).toEqual(await readRow());
    expect((await gateway.query<Problem>(start, 'chess')).body.code).toBe('position-unknown');
  });

  it('B46 is tagged for its variant: the tag of chess never stands for atomic', async () => {
    const path = (variant: string) =>
      `/atomicdb/api/query?${new URLSearchParams({ fen: start, variant }).toString()}`;
    gateway.peers.tree.add(startId).add(`chess:${startKey}`);
    const [atomic, chess] = [await gateway.call(path('atomic')), await gateway.call(path('chess'))];
    const bodies = [await atomic.json(), await chess.json()] as PositionRow[];
    expect(bodies.map(({ variant, key }) => `${variant}:${key}`)).toEqual([startId, `chess:${startKey}`]);
    const tag = chess.headers.get('etag') ?? '';
    expect(atomic.headers.get('etag')).not.toBe(tag);
    const again = await gateway.call(path('atomic'), { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(200);
  });

  it('is tagged by its bytes, answered 304 to who has them, and kept for five seconds', async () => {
    gateway.peers.tree.add(startId);
    const path = `/atomicdb/api/query?fen=${encodeURIComponent(start)}`;
    const first = await gateway.call(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await gateway.call(path, { headers: { 'if-none-match': known } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    }
    gateway.peers.rows.set(startId, backedRow);
    const changed = await gateway.call(path, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    const head = await gateway.call(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, changed.headers.get('etag')]);
  });

  it('answers everybody the same bytes, and any page may read them without credentials', async () => {
    gateway.peers.tree.add(startId);
    const path = `/atomicdb/api/query?fen=${encodeURIComponent(start)}`;
    const plain = await gateway.call(path);
    const signed = await gateway.call(path, {
      headers: { cookie: 'session=x', origin: 'https://elsewhere.example' },
    });
    expect(await signed.text()).toBe(await plain.text());
    expect(signed.headers.get('access-control-allow-origin')).toBe('*');
    expect(signed.headers.get('access-control-allow-credentials')).toBeNull();
    expect(signed.headers.get('set-cookie')).toBeNull();
  });

  it('answers 503 with a time to come back when a service is away, and tells nothing of why', async () => {
    gateway.peers.tree.add(startId);
    for (const service of ['positions', 'backing', 'analyses', 'queue']) {
      gateway.peers.down.clear();
      gateway.peers.down.add(service);
      const answer = await gateway.query<Problem>(start);
      expect(factsOf(answer)).toEqual(aProblem(503, 'unavailable'));
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|at /);
    }
  });

  it('answers 500 without a stack when a service answers nonsense', async () => {
    gateway.peers.tree.add(startId);
    const moves = [{ ...openedNf3, anchor: 'no position' }];
    gateway.peers.rows.set(startId, { ...emptyRow, known: true, moves });
    const answer = await gateway.query<Problem>(start);
    expect(factsOf(answer)).toEqual(aProblem(500, 'internal'));
    expect(JSON.stringify(answer.body)).not.toMatch(/no position|TypeError|\.ts/);
  });
});
