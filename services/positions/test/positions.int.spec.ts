import { parsePosition, START_FEN, type ChessPosition } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import { eventually } from '@atomicdb/testing';
import { longLines } from './long-lines';
import { RunningPositions } from './running-positions';

function position(fen: string): ChessPosition {
  const parsed = parsePosition('atomic', fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const start = position(START_FEN.atomic);
const board = 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -';
// Without pawns White has more than 32 quiet moves.
const open = position('rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR w KQkq - 0 1');
const nothing = { events: 0, positions: 0, moves: 0, setAside: 0 };

function refusal(promise: Promise<unknown>): Promise<object> {
  return promise.then(
    () => ({ code: 'accepted' }),
    (error: unknown) => {
      if (error instanceof Rejected) return { code: error.code, field: error.field };
      throw error;
    },
  );
}

describe('the graph', () => {
  let service: RunningPositions;

  beforeAll(async () => {
    service = await RunningPositions.open();
  });

  beforeEach(() => service.empty());

  afterAll(async () => {
    await service.close();
    expect(service.errors).toEqual([]);
  });

  describe('when a position is asked for', () => {
    it('seeds one it does not have, and knows it afterwards [API-10]', async () => {
      const request = { variant: 'atomic', fen: START_FEN.atomic };
      expect((await service.api.find(request)).known).toBe(false);
      expect(await service.totals()).toEqual(nothing);
      const first = await service.api.ensure(request);
      expect(first).toMatchObject({ seeded: true, position: { position: start.id, legal: 20, status: '' } });
      expect(await service.api.ensure(request)).toEqual({ position: first.position, seeded: false });
      expect(await service.api.find(request)).toEqual({ position: first.position, known: true });
      expect(await service.typesOf(start.id)).toEqual(['PositionsAdded']);
      expect(await service.totals()).toEqual({ ...nothing, events: 1, positions: 1 });
    });

    it('stores it once however many ask at once and whatever their move counters say [REP-03]', async () => {
      const asks = Array.from({ length: 50 }, (_, index) =>
        service.api.ensure({ variant: 'atomic', fen: `${board} ${index} ${index + 1}` }),
      );
      const answers = await Promise.all(asks);
      const id = position(`${board} 0 1`).id;
      expect(new Set(answers.map((answer) => answer.position?.position))).toEqual(new Set([id]));
      expect(answers.filter(({ seeded }) => seeded)).toHaveLength(1);
      expect(await service.typesOf(id)).toEqual(['PositionsAdded']);
      expect(await service.totals()).toEqual({ ...nothing, events: 1, positions: 1 });
    });

    it('B49 stores the position after 1.e4 once, however its en-passant field is written', async () => {
      const fens = ['e3 1 1', '- 0 1'].map(
        (rest) => `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ${rest}`,
      );
      for (const fen of fens) await service.api.ensure({ variant: 'atomic', fen });
      const rows = await service.query('rows', `select position from positions`);
      expect(rows).toEqual([{ position: 'atomic:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -' }]);
    });

    it('stores the closure where the rules end the game', async () => {
      const fen = 'rnb3nr/ppp3pp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 1';
      expect((await service.api.ensure({ variant: 'atomic', fen })).position).toMatchObject({
        status: 'LOSS',
        gate: 'TERMINAL',
        plies: 0,
      });
      const rows = await service.query('closures', `select status, gate, plies from positions`);
      expect(rows).toEqual([{ status: 'LOSS', gate: 'TERMINAL', plies: 0 }]);
    });

    it.each([
      ['no FEN at all', 'atomic', 'hello', { code: 'FEN_FIELDS', field: 'fen' }],
      ['an empty text', 'atomic', '', { code: 'FEN_FIELDS', field: 'fen' }],
      ['a board of seven ranks', 'atomic', '8/8/8/8/8/8/8 w - - 0 1', { code: 'FEN_BOARD', field: 'fen' }],
      ['a board without men', 'atomic', '8/8/8/8/8/8/8/8 w - - 0 1', { code: 'POS_EMPTY', field: 'fen' }],
      ['an unknown variant', 'crazyhouse', START_FEN.atomic, { code: 'unknown-variant', field: 'variant' }],
      ['Xiangqi', 'xiangqi', START_FEN.xiangqi, { code: 'variant-not-in-graph', field: 'variant' }],
    ])('refuses %s and stores nothing', async (_what, variant, fen, expected) => {
      expect(await refusal(service.api.ensure({ variant, fen }))).toEqual(expected);
      expect(await refusal(service.api.find({ variant, fen }))).toEqual(expected);
      expect(await service.totals()).toEqual(nothing);
    });
  });

  describe('when an analysis lands', () => {
    const lines = [
      { cp: 10, pv: ['g1f3', 'a7a6', 'e2e3'] },
      { cp: 5, pv: ['e2e3', 'a7a6', 'g1f3'] },
    ];

    const untilOpen = (positions: number) =>
      eventually(async () => expect((await service.totals()).positions).toBe(positions), {
        timeoutMs: 30_000,
      });

    it('opens the positions and moves of its lines, a transposition once [REP-03]', async () => {
      await service.api.ensure({ variant: 'atomic', fen: START_FEN.atomic });
      await service.complete('r1', start.id, lines);
      await untilOpen(6);
      expect(await service.totals()).toMatchObject({ positions: 6, moves: 6, setAside: 0 });
      expect(await service.typesOf(start.id)).toEqual(['PositionsAdded', 'MovesOpened']);
      const text = `select uci, child from moves where position = $1 order by uci`;
      expect(await service.query('moves-of', text, [start.id])).toEqual(
        ['e2e3', 'g1f3'].map((uci) => ({ uci, child: start.after(uci).id })),
      );
      expect(await service.api.find({ variant: 'atomic', fen: start.after('g1f3').fen })).toMatchObject({
        known: true,
      });
    });

    it('adds nothing when the same analysis is delivered again', async () => {
      await service.complete('r2', start.id, lines);
      await untilOpen(6);
      const before = await service.totals();
      await service.stop();
      await service.query('forget-progress', `delete from consumer_progress`);
      await service.query('forget-versions', `delete from applied_versions`);
      await service.start();
      await eventually(async () => expect(await service.count('consumer_progress')).toBe(1));
      expect(await service.totals()).toEqual(before);
    });

    it('adds to what is there only what an overlapping analysis brings', async () => {
      await service.complete('r3', start.id, lines);
      await service.complete('r3-more', start.id, [{ cp: 0, pv: ['g1f3', 'a7a6', 'd2d4'] }]);
      await untilOpen(7);
      expect(await service.totals()).toMatchObject({ positions: 7, moves: 7, setAside: 0 });
    });

    it('opens 32 mate lines of 40 plies whole, more positions than a transaction may lock', async () => {
      await service.complete('r4', open.id, longLines(open, 32, 40));
      await untilOpen(1 + 32 * 40);
      expect(await service.totals()).toMatchObject({ positions: 1_281, moves: 1_280, setAside: 0 });
      const text = `select count(*)::int as n from moves where child not in (select position from positions)`;
      expect(await service.query('dangling', text)).toEqual([{ n: 0 }]);
    });
  });
});
