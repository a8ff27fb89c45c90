import type { BatchVerdicts, GameVerdict, PositionVerdict, Problem } from '@atomicdb/rest';
import { aProblem, factsOf, RunningGateway, start } from './running-gateway';

const door = '/atomicdb/api/adjudicate';
const dead = '9/9/5k3/9/9/9/9/B3K4/9/9 b';
const won = '5kb2/4c4/9/9/9/9/9/8B/3CK4/2B6 b - - 0 1';
const soldier = '3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1';
const perpetual = 'f2e2 f3e3 e2f2 e3f3 f2e2 f3e3 e2f2 e3f3';

describe('POST /atomicdb/api/adjudicate', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await RunningGateway.start();
  });

  afterAll(() => gateway.stop());

  const ask = <T>(body: object) => gateway.postJson<T>(door, body);

  describe('with one FEN', () => {
    it('[XCK-04][XHT-01] gives verdict, rule, the winning and the safe moves, and what it leaves out of account', async () => {
      const { status, body } = await ask<PositionVerdict>({ variant: 'xiangqi', fen: won });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        variant: 'xiangqi',
        verdict: 'win-in-one',
        level: 'check',
        rule: 'cannon-v-cannon-with-elephants',
        legal: 19,
        moves: ['g10e8'],
        refutations: {},
      });
      expect([body.safe.length, body.assumptions.length]).toEqual([19, 2]);
    });

    it('is about atomic where no variant is named, and takes a form', async () => {
      const { body } = await gateway.postForm<PositionVerdict>(door, { fen: '8/8/4k3/8/8/3K4/8/5NN1 w - -' });
      expect([body.variant, body.verdict, body.rule, body.fen]).toEqual([
        'atomic',
        'draw',
        'two-knights',
        '8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1',
      ]);
    });

    it('spells xiangqi moves in UCCI when asked to', async () => {
      const { body } = await ask<PositionVerdict>({ variant: 'xiangqi', fen: won, coords: 'ucci' });
      expect(body.moves).toEqual(['g9e7']);
    });
  });

  describe('with one game', () => {
    it('[XSC-03] judges it after every move', async () => {
      const { body } = await ask<GameVerdict>({
        variant: 'xiangqi',
        fen: soldier,
        moves: perpetual.split(' '),
      });
      expect(body.plies.map(({ verdict }) => verdict)).toEqual([
        ...Array<string>(8).fill('undecided'),
        'lost',
      ]);
      expect(body.plies[8]).toMatchObject({
        rule: 'perpetual-check',
        loser: 'black',
        result: '1-0',
        uci: 'e3f3',
      });
    });

    it('[CLM-02] reads the counters of the FEN, and names the moves with which a draw may be claimed', async () => {
      const fen = '4k3/7p/8/8/8/8/P7/R3K3 w - - 99 90';
      const { body } = await ask<GameVerdict>({ variant: 'chess', fen, moves: '' });
      expect([body.plies[0]?.verdict, new Set(body.claims.map(({ rule }) => rule))]).toEqual([
        'undecided',
        new Set(['fifty-move']),
      ]);
      expect(body.claims.map(({ uci }) => uci)).not.toContain('a2a3');
    });

    it('starts at the start position where only moves are given, and reads a PGN', async () => {
      const moves = await ask<GameVerdict>({ moves: 'g1f3 f7f6 e2e4 d7d5 e4d5 d8d2' });
      const pgn = await ask<GameVerdict>({
        pgn: '[Variant "Atomic"]\n\n1. Nf3 f6 2. e4 d5 3. exd5 Qxd2 0-1',
      });
      expect(moves.body).toEqual(pgn.body);
      expect(pgn.body.plies[6]).toMatchObject({
        verdict: 'lost',
        rule: 'terminal',
        loser: 'white',
        result: '0-1',
      });
    });

    it('reads and writes UCCI when asked to, and no other spelling then', async () => {
      const { body } = await ask<GameVerdict>({ variant: 'xiangqi', moves: 'h2e2 h9g7', coords: 'ucci' });
      expect(body.plies.map(({ uci }) => uci)).toEqual([null, 'h2e2', 'h9g7']);
      const wrong = await ask<Problem>({ variant: 'xiangqi', moves: 'h2e2 h10g8', coords: 'ucci' });
      expect([factsOf(wrong), wrong.body.ply]).toEqual([aProblem(422, 'MOVE_ILLEGAL', 'moves'), 2]);
      const illegal = await ask<Problem>({ variant: 'xiangqi', moves: 'h2e2 a0a5', coords: 'ucci' });
      expect([illegal.body.ply, illegal.body.detail]).toEqual([
        2,
        expect.stringMatching(/^Ply 2: a0a5 is not a legal move /),
      ]);
    });
  });

  describe('with a batch', () => {
    it('answers FENs and games in order, an error in its place', async () => {
      const games = [`${soldier} moves ${perpetual}`, `${soldier} moves f2e2 a1a1`];
      const batch = [dead, 'x', won, ...games, `${soldier} moves f2e2 moves f3e3`];
      const { status, body } = await ask<BatchVerdicts>({ variant: 'xiangqi', batch });
      expect([status, body.answers.length, body.failed]).toEqual([200, 6, 3]);
      expect(body.answers).toMatchObject([
        { verdict: 'draw', level: 'dead', rule: 'no-cannon' },
        { error: { code: 'FEN_FIELDS' } },
        { verdict: 'win-in-one', moves: ['g10e8'] },
        { plies: Array.from({ length: 9 }, (_, ply) => ({ ply })) },
        { error: { code: 'MOVE_ILLEGAL', ply: 2 } },
        { error: { code: 'MOVE_ILLEGAL', ply: 2, detail: expect.stringMatching(/^Ply 2: moves /) } },
      ]);
    });

    it('is a text with a line for each in a form', async () => {
      const { body } = await gateway.postForm<BatchVerdicts>(door, {
        variant: 'xiangqi',
        batch: `${dead}\r\n${won}`,
      });
      expect(body.answers.map((answer) => 'verdict' in answer && answer.verdict)).toEqual([
        'draw',
        'win-in-one',
      ]);
    });

    it('has at most a hundred items', async () => {
      const items = (count: number) => ({ batch: Array<string>(count).fill('8/8/4k3/8/8/3K4/8/8 w - -') });
      expect((await ask<BatchVerdicts>(items(100))).body.answers).toHaveLength(100);
      expect(factsOf(await ask<Problem>(items(101)))).toEqual(aProblem(422, 'field-invalid', 'batch'));
      expect(factsOf(await ask<Problem>(items(0)))).toEqual(aProblem(422, 'field-invalid', 'batch'));
    });
  });

  it.each([
    ['nothing to judge', {}, aProblem(422, 'field-missing', 'fen')],
    ['a batch beside a FEN', { fen: start, batch: [start] }, aProblem(422, 'field-invalid', 'batch')],
    ['a batch of something else', { batch: 3 }, aProblem(422, 'field-invalid', 'batch')],
    ['a PGN beside moves', { pgn: '*', moves: 'e2e4' }, aProblem(422, 'PGN_MOVES', 'moves')],
    ['a FEN that is none', { fen: 'hello' }, aProblem(422, 'FEN_FIELDS', 'fen')],
    ['a text that is empty', { fen: '' }, aProblem(422, 'FEN_FIELDS', 'fen')],
    ['an unknown variant', { variant: 'shogi', fen: start }, aProblem(422, 'unknown-variant', 'variant')],
    [
      'UCCI of chess',
      { variant: 'chess', fen: start, coords: 'ucci' },
      aProblem(422, 'MOVE_COORDS', 'coords'),
    ],
    ['other coordinates', { fen: start, coords: 'san' }, aProblem(422, 'field-invalid', 'coords')],
    [
      '[XSC-01][XSC-02] scores, because a balanced game can still be lost',
      { fen: start, scores: '0 0 0' },
      aProblem(422, 'unknown-field', 'scores'),
    ],
    [
      'a game beyond a thousand plies',
      { moves: Array(1_001).fill('g1f3') },
      aProblem(422, 'LINE_TOO_LONG', 'moves'),
    ],
  ])('refuses %s', async (_, body, problem) => {
    expect(factsOf(await ask<Problem>(body))).toEqual(problem);
  });

  it('refuses a body beyond sixteen kibibytes, and an address with fields', async () => {
    expect(factsOf(await ask<Problem>({ pgn: ' '.repeat(17_000) }))).toEqual(aProblem(413, 'body-too-large'));
    const response = await gateway.json<Problem>(`${door}?fen=x`, { method: 'POST' });
    expect(factsOf(response)).toEqual(aProblem(422, 'unknown-field', 'fen'));
  });
});
