import { legalMoves, parsePosition, START_FEN, type ChessPosition } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import { eventually } from '@atomicdb/testing';
import { RunningPositions } from './running-positions';

function position(fen: string): ChessPosition {
  const parsed = parsePosition('atomic', fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const start = position(START_FEN.atomic);
const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const files = [...'abcdefgh'];
/** 24 plies that meet no position twice. */
const pawns = [
  ...files.flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`]),
  ...['a', 'b', 'c', 'd'].flatMap((file) => [`${file}3${file}4`, `${file}6${file}5`]),
];
const nothing = { events: 0, positions: 0, moves: 0, setAside: 0 };

function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Rejected) return [error.code, error.field, error.message];
      throw error;
    },
  );
}

describe('a walk', () => {
  let service: RunningPositions;

  beforeAll(async () => {
    service = await RunningPositions.open();
  });

  beforeEach(() => service.empty());

  afterAll(async () => {
    await service.close();
    expect(service.errors).toEqual([]);
  });

  const walk = (moves: string[], fen: string = START_FEN.atomic) =>
    service.api.walk({ variant: 'atomic', fen, moves });

  /** The graph as the tables hold it, and every child among the positions. */
  const stored = async () => {
    const positions = await service.query<{ position: string }>(
      'all-positions',
      `select position from positions`,
    );
    const moves = await service.query<{ position: string; uci: string; child: string }>(
      'all-moves',
      `select position, uci, child from moves`,
    );
    const known = new Set(positions.map((row) => row.position));
    return { known, moves, dangling: moves.filter(({ child }) => !known.has(child)) };
  };

  it('adds the start and every position of the line, and opens the moves between them', async () => {
    const { plies, crossingPly } = await walk(['g1f3', 'g8f6']);
    expect(plies.map(({ uci, seeded, opened }) => [uci, seeded, opened])).toEqual([
      ['', true, false],
      ['g1f3', true, true],
      ['g8f6', true, true],
    ]);
    expect([plies[0]?.position?.position, plies[1]?.position?.position, crossingPly]).toEqual([
      start.id,
      start.after('g1f3').id,
      undefined,
    ]);
    expect(await service.totals()).toEqual({ ...nothing, events: 5, positions: 3, moves: 2 });
    expect(await service.typesOf(start.id)).toEqual(['PositionsAdded', 'MovesOpened']);
  });

  it('says what it added, and adds only what is missing', async () => {
    await walk(['g1f3', 'g8f6']);
    const { plies } = await walk(['g1f3', 'a7a6']);
    expect(plies.map(({ seeded, opened }) => [seeded, opened])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    expect(await service.totals()).toMatchObject({ positions: 4, moves: 3 });
    const again = await walk(['g1f3', 'a7a6']);
    expect(again.plies.some(({ seeded, opened }) => seeded || opened)).toBe(false);
    expect(await service.totals()).toMatchObject({ events: 7, positions: 4, moves: 3 });
  });

  it('opens a move between positions that other lines brought [REP-03]', async () => {
    await walk(['g1f3', 'a7a6', 'e2e3']);
    const { plies } = await walk(['e2e3', 'a7a6', 'g1f3']);
    expect(plies.map(({ seeded, opened }) => [seeded, opened])).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect((await stored()).dangling).toEqual([]);
  });

  it('stores each position and each move once when 50 go over the same new positions at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => walk(pawns)));
    expect(await service.totals()).toEqual({ ...nothing, events: 25 + 24, positions: 25, moves: 24 });
    const countOf = (flag: 'seeded' | 'opened') =>
      answers.flatMap(({ plies }) => plies).filter((ply) => ply[flag]).length;
    expect([countOf('seeded'), countOf('opened')]).toEqual([25, 24]);
    const twice = `select stream, type from events group by stream, type having count(*) > 1`;
    expect(await service.query('twice', twice)).toEqual([]);
  });

  it('stores each position and each move once when 50 different walks share their positions', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => {
      const order = [...files.slice(index % 8), ...files.slice(0, index % 8)];
      if (index >= 25) order.reverse();
      return order.flatMap((file) => [`${file}2${file}3`, `${file}7${file}6`]);
    });
    const answers = await Promise.all(lines.map((line) => walk(line)));
    const { known, moves, dangling } = await stored();
    const walkedTo = new Set(answers.flatMap(({ plies }) => plies.map((ply) => ply.position?.position)));
    expect(known).toEqual(walkedTo);
    expect([dangling, new Set(moves.map(({ position: id, uci }) => `${id} ${uci}`)).size]).toEqual([
      [],
      moves.length,
    ]);
    expect(answers.flatMap(({ plies }) => plies).filter(({ seeded }) => seeded)).toHaveLength(known.size);
    expect(answers.flatMap(({ plies }) => plies).filter(({ opened }) => opened)).toHaveLength(moves.length);
    const gaps = `select stream from events group by stream having max(version) <> count(*)`;
    expect(await service.query('gaps', gaps)).toEqual([]);
  });

  it('meets asking and the lines of an analysis over the same positions, and still stores all once', async () => {
    await Promise.all([
      service.complete('w1', start.id, [{ cp: 5, pv: pawns }]),
      ...Array.from({ length: 10 }, () => walk(pawns)),
      ...Array.from({ length: 10 }, () => service.api.ensure({ variant: 'atomic', fen: START_FEN.atomic })),
    ]);
    const text = `select count(*)::int as n from applied_versions where stream = 'analysis-w1'`;
    await eventually(async () => expect(await service.query('applied', text)).toEqual([{ n: 1 }]));
    expect(await service.totals()).toEqual({ ...nothing, events: 49, positions: 25, moves: 24 });
  });

  it('ends before the line meets itself, and names the ply [NAV-03]', async () => {
    const { plies, crossingPly } = await walk([...dance, 'e2e4']);
    expect([plies.map(({ uci }) => uci), crossingPly]).toEqual([['', 'g1f3', 'g8f6', 'f3g1'], 4]);
    expect(await service.totals()).toMatchObject({ positions: 4, moves: 3 });
  });

  it('spells castling as it is stored', async () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    expect((await walk(['e1h1', 'e8a8'], fen)).plies.map(({ uci }) => uci)).toEqual(['', 'e1g1', 'e8c8']);
  });

  it('stores the closure of a position where the rules end the game', async () => {
    await walk(['g1f3', 'd7d5', 'f3e5', 'b8d7', 'e5d7']);
    const closed = `select status, gate, plies from positions where status is not null`;
    expect(await service.query('closed', closed)).toEqual([{ status: 'LOSS', gate: 'TERMINAL', plies: 0 }]);
  });

  it('takes 200 plies in one transaction', async () => {
    const line: string[] = [];
    const seen = new Set<string>([start.id]);
    let here = start;
    while (line.length < 200) {
      const uci = legalMoves(here).find((move) => {
        const child = here.after(move);
        return !seen.has(child.id) && child.legal > 5;
      });
      if (uci === undefined) throw new Error('the line is stuck');
      here = here.after(uci);
      seen.add(here.id);
      line.push(uci);
    }
    expect((await walk(line)).plies).toHaveLength(201);
    const moments = `select count(distinct tx_id)::int as n from events`;
    expect(await service.query('moments', moments)).toEqual([{ n: 1 }]);
    expect(await service.totals()).toMatchObject({ positions: 201, moves: 200 });
    expect(await refusal(walk([...line, 'a1a1']))).toEqual([
      'LINE_TOO_LONG',
      'moves',
      'A line that is walked has at most 200 plies.',
    ]);
  });

  it.each([
    ['an illegal move', ['e2e4', 'e2e4'], 'MOVE_ILLEGAL', /^Ply 2: e2e4 /],
    [
      'a move after the fifth occurrence',
      [...dance, ...dance, ...dance, ...dance, 'e2e4'],
      'LINE_ENDED',
      /^Ply 17: /,
    ],
    [
      'a move after the end of the game',
      ['g1f3', 'd7d5', 'f3e5', 'b8d7', 'e5d7', 'a7a6'],
      'MOVE_ILLEGAL',
      /^Ply 6: /,
    ],
  ])('refuses %s, names its ply and stores nothing', async (_, moves, code, sentence) => {
    expect(await refusal(walk(moves))).toEqual([code, 'moves', expect.stringMatching(sentence)]);
    expect(await service.totals()).toEqual(nothing);
  });

  it.each([
    ['no FEN', 'atomic', 'hello', 'FEN_FIELDS'],
    ['an unknown variant', 'crazyhouse', START_FEN.atomic, 'unknown-variant'],
    ['Xiangqi', 'xiangqi', START_FEN.xiangqi, 'variant-not-in-graph'],
  ])('refuses %s and stores nothing', async (_, variant, fen, code) => {
    expect(await refusal(service.api.walk({ variant, fen, moves: [] }))).toEqual(
      expect.arrayContaining([code]),
    );
    expect(await service.totals()).toEqual(nothing);
  });
});
