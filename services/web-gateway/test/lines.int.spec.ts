import type { LineAnswer, Problem, SameAnswer, WalkAnswer } from '@atomicdb/rest';
import { aProblem, factsOf, RunningGateway, start, startId, startKey } from './running-gateway';
import { emptyRow, rightPassword } from './scripted-peers';

const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const danceOf = (rounds: number) => Array.from({ length: rounds }, () => dance).flat();
const walkDoor = '/atomicdb/api/walk';
const doorOf = (door: string, fields: Record<string, string>) =>
  `/atomicdb/api/${door}?${new URLSearchParams(fields).toString()}`;

describe('the doors of lines', () => {
  let gateway: RunningGateway;

  beforeEach(async () => {
    gateway = await RunningGateway.start({ walkLimit: { burst: 3, perSecond: 0.001 } });
  });

  afterEach(() => gateway.stop());

  const line = <T = LineAnswer>(fields: Record<string, string>) => gateway.json<T>(doorOf('line', fields));
  const same = <T = SameAnswer>(fields: Record<string, string>) => gateway.json<T>(doorOf('same', fields));
  const walk = <T = WalkAnswer>(body: object) => gateway.postJson<T>(walkDoor, body);

  describe('GET /atomicdb/api/line', () => {
    it('[REP-08][REP-09] reports each ply to the end: occurrence, repetition worth 0, claims, the automatic draw', async () => {
      const { status, body } = await line({ fen: start, moves: [...danceOf(4), 'e2e4'].join(' ') });
      expect(status).toBe(200);
      const homecomings = [0, 4, 8, 12, 16].map((ply) => body.plies[ply]);
      expect(
        homecomings.map((ply) => [ply?.occurrence, ply?.line_value, ply?.claimable, ply?.automatic]),
      ).toEqual([
        [1, null, false, false],
        [2, 0, false, false],
        [3, 0, true, false],
        [4, 0, true, false],
        [5, 0, true, true],
      ]);
      expect(body.plies[17]).toMatchObject({
        ply: 17,
        uci: 'e2e4',
        san: 'e4',
        occurrence: 1,
        repetition: false,
      });
      expect(body).toMatchObject({
        variant: 'atomic',
        first_return_ply: 4,
        threefold_ply: 8,
        fivefold_ply: 16,
        crossing_ply: 4,
        end: { reason: 'ongoing', result: '*' },
      });
    });

    it('[NAV-01][NAV-02][NAV-06] says of each move of the last position whether it would re-enter the line', async () => {
      const { body } = await line({ fen: start, moves: 'g1f3,g8f6,f3g1' });
      const back = body.row.moves.find(({ uci }) => uci === 'f6g8');
      const on = body.row.moves.find(({ uci }) => uci === 'a7a6');
      expect([back?.disabled, back?.chip, back?.returns_to_ply]).toEqual([true, 'repetition', 0]);
      expect([on?.disabled, on?.chip, on?.returns_to_ply]).toEqual([false, null, null]);
      expect(body.row.moves.filter(({ disabled }) => disabled)).toHaveLength(1);
    });

    it('[CLM-02] names the moves with which the side to move may claim', async () => {
      const { body } = await line({ fen: start, moves: [...dance, ...dance.slice(0, 3)].join(' ') });
      expect([body.threefold_ply, body.claimable_with]).toEqual([null, ['f6g8']]);
    });

    it('[REP-07] adds nothing, and leaves the query of its last position as it was', async () => {
      gateway.peers.tree.add(startId);
      const before = await (await gateway.call(doorOf('query', { fen: start }))).text();
      const { body } = await line({ fen: start, moves: dance.join(' ') });
      expect([body.row.known, body.row.key]).toEqual([true, startKey]);
      expect(await (await gateway.call(doorOf('query', { fen: start }))).text()).toBe(before);
      expect((await line({ fen: start, moves: 'e2e4' })).body.row.known).toBe(false);
      expect([[...gateway.peers.tree], gateway.peers.walked]).toEqual([[startId], []]);
    });

    it('reads a PGN, its tag naming the variant', async () => {
      const pgn =
        '[Variant "Atomic"]\n\n1. Nf3 {[%clk 0:01:00]} f6 2. e4 d5 3. exd5 Qxd2 {king exploded} 0-1\n';
      const { body } = await line({ pgn });
      expect([body.variant, body.plies.length, body.end]).toEqual([
        'atomic',
        7,
        { reason: 'explosion', result: '0-1' },
      ]);
    });

    it('cuts the lines of the analysis where they meet themselves or the line above', async () => {
      gateway.peers.passes = {
        passes: [
          aPassWith([
            ['f3g1', 'f6g8', 'e2e4'],
            ['e2e4', 'a7a6'],
          ]),
        ],
      };
      const { body } = await line({ fen: start, moves: 'g1f3 g8f6' });
      expect(body.row.analysis?.lines.map((one) => [one.shown_plies, one.returns_to_ply])).toEqual([
        [1, 0],
        [2, null],
      ]);
    });

    it('has a tag of its body, and answers 304 to whoever has it', async () => {
      const path = doorOf('line', { fen: start, moves: 'g1f3' });
      const first = await gateway.call(path);
      const again = await gateway.call(path, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([first.status, again.status, first.headers.get('cache-control')]).toEqual([
        200,
        304,
        'public, max-age=5',
      ]);
    });

    it('takes a thousand plies', async () => {
      const { status, body } = await line({ fen: start, moves: danceOf(250).join(' ') });
      expect([status, body.plies.length]).toEqual([200, 1_001]);
      const tooLong = await line<Problem>({ fen: start, moves: danceOf(251).join(' ') });
      expect(factsOf(tooLong)).toEqual(aProblem(422, 'LINE_TOO_LONG', 'moves'));
    });

    it.each([
      ['no start', {}, aProblem(400, 'fen-missing', 'fen')],
      ['a FEN that is none', { fen: 'x' }, aProblem(422, 'FEN_FIELDS', 'fen')],
      ['an illegal move', { fen: start, moves: 'e2e4 e2e4' }, aProblem(422, 'MOVE_ILLEGAL', 'moves')],
      ['an unknown variant', { fen: start, variant: 'shogi' }, aProblem(422, 'unknown-variant', 'variant')],
      ['xiangqi', { fen: start, variant: 'xiangqi' }, aProblem(422, 'variant-not-in-graph', 'variant')],
      [
        'xiangqi with a PGN',
        { pgn: '*', variant: 'xiangqi' },
        aProblem(422, 'variant-not-in-graph', 'variant'),
      ],
      ['a PGN and moves', { pgn: '1. e4 *', moves: 'e2e4' }, aProblem(422, 'PGN_MOVES', 'moves')],
      ['a PGN without a game', { pgn: ' ' }, aProblem(422, 'PGN_EMPTY', 'pgn')],
      ['two games', { pgn: '1. e4 *\n1. d4 *' }, aProblem(422, 'PGN_GAMES', 'pgn')],
      [
        'a PGN of another variant',
        { pgn: '[Variant "Atomic"] *', variant: 'chess' },
        aProblem(422, 'PGN_VARIANT', 'pgn'),
      ],
      ['a broken PGN', { pgn: '1. e4 {' }, aProblem(422, 'PGN_COMMENT', 'pgn')],
      ['a field it does not know', { fen: start, move: 'e2e4' }, aProblem(422, 'unknown-field', 'move')],
    ])('refuses %s', async (_, fields: Record<string, string>, problem) => {
      expect(factsOf(await line<Problem>(fields))).toEqual(problem);
    });

    it('names the ply of a move that it refuses', async () => {
      const { body } = await line<Problem>({ pgn: '1. e4 e5 2. Ke3 *' });
      expect([body.code, body.ply, body.detail]).toEqual([
        'MOVE_ILLEGAL',
        3,
        expect.stringMatching(/^Ply 3: Ke3 /),
      ]);
    });
  });

  describe('POST /atomicdb/api/walk', () => {
    it('opens the moves of a line and answers with its rows', async () => {
      const { status, body } = await walk({ fen: start, moves: ['g1f3', 'g8f6'] });
      expect(status).toBe(200);
      expect(body.plies.map(({ uci, seeded, opened, kind }) => [uci, seeded, opened, kind])).toEqual([
        [null, true, false, 'none'],
        ['g1f3', true, true, 'none'],
        ['g8f6', true, true, 'none'],
      ]);
      expect([body.seeded, body.opened, body.cut, body.row.known]).toEqual([3, 2, null, true]);
      expect(gateway.peers.walked).toEqual([{ variant: 'atomic', fen: start, moves: ['g1f3', 'g8f6'] }]);
      expect((await gateway.query<Problem>(body.row.fen)).status).toBe(200);
    });

    it('reads the headlines of the whole line in one call, each for its own row', async () => {
      const moves = [...dance.slice(0, 3), 'e7e6'];
      const { body: bare } = await walk({ fen: start, moves });
      const [first, , third] = bare.plies.map(({ key }) => `atomic:${key}`);
      gateway.peers.rows.set(third ?? '', { ...emptyRow, known: true, headline: backedAt(30) });
      gateway.peers.rows.set(first ?? '', { ...emptyRow, known: true, headline: backedAt(-15) });
      gateway.peers.headlinesAsked.length = 0;
      const signedIn = { username: 'Ada', password: rightPassword };
      const { body } = await walk({ fen: start, moves, ...signedIn });
      expect(body.plies.map(({ score, kind }) => [score, kind])).toEqual([
        [-15, 'backed'],
        [null, 'none'],
        [30, 'backed'],
        [null, 'none'],
        [null, 'none'],
      ]);
      expect(gateway.peers.headlinesAsked).toEqual([bare.plies.map(({ key }) => `atomic:${key}`)]);
    });

    it('[API-10] adds a position that the tree does not have, with no move at all', async () => {
      const { body } = await walk({ fen: start });
      expect([body.seeded, body.opened, [...gateway.peers.tree]]).toEqual([1, 0, [startId]]);
    });

    it('is cut before the line meets itself, answered by the position before it, with the reason', async () => {
      const { body } = await walk({ fen: start, moves: [...dance, 'e2e4'].join(' ') });
      expect(body.cut).toEqual({ ply: 4, reason: 'crossing', returns_to_ply: 0 });
      expect([body.plies.length, body.row.fen, body.crossing_ply]).toEqual([
        4,
        'rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
        4,
      ]);
      expect(body.row.moves.filter(({ disabled }) => disabled).map(({ uci }) => uci)).toEqual(['f6g8']);
    });

    it('takes a form and a trailing slash as well', async () => {
      const { status, body } = await gateway.postForm<WalkAnswer>(`${walkDoor}/`, {
        fen: start,
        moves: 'e2e4 e7e5',
      });
      expect([status, body.plies.map(({ san }) => san)]).toEqual([200, [null, 'e4', 'e5']]);
    });

    it('shows the closure where the rules end the game', async () => {
      const { body } = await walk({ fen: start, moves: 'g1f3 d7d5 f3e5 b8d7 e5d7' });
      expect(body.plies[5]).toMatchObject({
        status: 'LOSS',
        closure: 'TERMINAL',
        kind: 'solved',
        score: -30_000,
      });
      expect([body.end, body.row.status]).toEqual([{ reason: 'explosion', result: '1-0' }, 'LOSS']);
    });

    it.each([
      ['no start', {}, aProblem(422, 'field-missing', 'fen'), undefined],
      ['an illegal move', { fen: start, moves: ['e2e4', 'e2e4'] }, aProblem(422, 'MOVE_ILLEGAL', 'moves'), 2],
      [
        'a move after the fifth occurrence',
        { fen: start, moves: [...danceOf(4), 'e2e4'] },
        aProblem(422, 'LINE_ENDED', 'moves'),
        17,
      ],
      ['201 plies', { fen: start, moves: danceOf(51) }, aProblem(422, 'LINE_TOO_LONG', 'moves'), undefined],
      [
        'moves that are no texts',
        { fen: start, moves: [1] },
        aProblem(422, 'field-invalid', 'moves'),
        undefined,
      ],
      [
        'xiangqi',
        { fen: start, variant: 'xiangqi' },
        aProblem(422, 'variant-not-in-graph', 'variant'),
        undefined,
      ],
      [
        'a name without a password',
        { fen: start, username: 'Ada' },
        aProblem(422, 'field-missing', 'password'),
        undefined,
      ],
      [
        'a wrong password',
        { fen: start, username: 'Ada', password: 'x' },
        aProblem(401, 'wrong-password'),
        undefined,
      ],
    ])('refuses %s, and adds nothing', async (_, body, problem, ply) => {
      const answer = await walk<Problem>(body);
      expect([factsOf(answer), answer.body.ply]).toEqual([problem, ply]);
      expect([...gateway.peers.tree]).toEqual([]);
    });

    it('is not for GET, so that no link opens anything', async () => {
      const response = await gateway.call(doorOf('walk', { fen: start, moves: 'e2e4' }));
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      expect([...gateway.peers.tree]).toEqual([]);
    });

    it('is limited per network, says when to come back, and lets an account and asking pass', async () => {
      expect((await walk({ fen: start, moves: 'e2e4 e7e5' })).status).toBe(200);
      const refused = await walk<Problem>({ fen: start, moves: 'd2d4' });
      expect(factsOf(refused)).toEqual(aProblem(429, 'walk-limit'));
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_000);
      const credentials = { username: 'Ada', password: rightPassword };
      expect((await walk({ fen: start, moves: 'd2d4', ...credentials })).status).toBe(200);
    });

    it('uses up nothing with a refused call', async () => {
      for (let call = 0; call < 5; call += 1) {
        expect((await walk<Problem>({ fen: start, moves: 'e2e5' })).status).toBe(422);
      }
      expect((await walk({ fen: start })).status).toBe(200);
    });
  });

  describe('GET /atomicdb/api/same', () => {
    const [a, b] = ['7k/8/8/2PpP3/8/8/8/7K w - d6 0 1', '7k/8/8/2PpP3/8/8/8/7K b - - 7 9'];

    it('[SAM-01] says that two FENs are the same whatever their counters', async () => {
      const { body } = await same({ a: start, b: start.replace('0 1', '9 40') });
      expect(body).toEqual({
        variant: 'atomic',
        same: true,
        differs: [],
        words: [],
        a: { key: startKey, fen: start },
        b: { key: startKey, fen: start },
      });
    });

    it('[SAM-06][SAM-08] names each difference in words', async () => {
      const { body } = await same({ a, b, variant: 'chess' });
      expect([body.same, body.differs]).toEqual([false, ['turn', 'en-passant']]);
      expect(body.words).toEqual([
        'White is to move in the first position, Black in the second.',
        'By a legal capture en passant the pawn that passed d6 can be taken in the first position, no pawn in the second.',
      ]);
    });

    it('compares two plies of a game, of moves or of a PGN', async () => {
      const fen = '1n2k3/4p3/8/8/8/8/4P3/4K2R w K - 0 1';
      const rook = { fen, variant: 'chess', moves: 'h1h2 b8a6 h2h1 a6b8' };
      expect((await same({ ...rook, a: '0', b: '4' })).body.differs).toEqual(['castling']);
      const pgn = '1. Nf3 Nf6 2. Ng1 Ng8 *';
      expect((await same({ pgn, a: '0', b: '4' })).body).toMatchObject({ variant: 'chess', same: true });
    });

    it('compares xiangqi positions too, for it needs no graph', async () => {
      const { body } = await same({
        variant: 'xiangqi',
        a: '3k5/9/9/9/9/2B6/9/9/9/4K4 w',
        b: '3k5/9/9/9/9/9/9/9/9/2B1K4 w',
      });
      expect([body.differs, body.words[0]]).toEqual([['placement'], expect.stringMatching(/a red elephant/)]);
    });

    it.each([
      ['a missing FEN', { a: start }, aProblem(422, 'field-missing', 'b')],
      ['a first FEN that is none', { a: 'x', b: start }, aProblem(422, 'FEN_FIELDS', 'a')],
      ['a second FEN that is none', { a: start, b: 'x' }, aProblem(422, 'FEN_FIELDS', 'b')],
      [
        'a ply that the line has not',
        { fen: start, moves: 'e2e4', a: '0', b: '2' },
        aProblem(422, 'LINE_PLY', 'b'),
      ],
      [
        'a ply that is no number',
        { fen: start, moves: 'e2e4', a: 'x', b: '1' },
        aProblem(422, 'LINE_PLY', 'a'),
      ],
      ['a FEN beside two FENs', { a: start, b: start, fen: start }, aProblem(422, 'LINE_PLY', 'fen')],
      [
        'a game of xiangqi as PGN',
        { pgn: '*', variant: 'xiangqi', a: '0', b: '0' },
        aProblem(422, 'PGN_VARIANT', 'variant'),
      ],
    ])('refuses %s', async (_, fields: Record<string, string>, problem) => {
      expect(factsOf(await same<Problem>(fields))).toEqual(problem);
    });
  });
});

function backedAt(value: number) {
  const anchor = `atomic:${startKey}`;
  return { status: 'UNKNOWN', closure: '', value, kind: 'backed', move: 'a7a6', nodes: 1, plies: 1, anchor };
}

function aPassWith(lines: string[][]) {
  return {
    passId: 'p-1',
    requestId: 'r-1',
    position: startId,
    budgetNodes: 256_000,
    searchedNodes: 257_123,
    creditedNodes: 257_123,
    lines: lines.map((pv, index) => ({
      rank: index + 1,
      move: pv[0] ?? '',
      cp: 35 - index,
      pv,
      depth: 14,
      seldepth: 20,
    })),
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
  };
}
