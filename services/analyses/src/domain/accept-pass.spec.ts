import { parsePosition, START_FEN, type ChessPosition } from '@atomicdb/chess';
import { type Rejected } from '@atomicdb/decider';
import type { Line } from '@atomicdb/events';
import { acceptPass, type Delivery } from './accept-pass';
import type { Pass } from './pass';

function position(fen: string): ChessPosition {
  const parsed = parsePosition('atomic', fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const start = position(START_FEN.atomic);
const mateInOne = position('rnbqkbnr/1ppppppp/8/p5N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3');
const delivery: Delivery = {
  passId: 'p1',
  requestId: 'r1',
  leaseId: 'l1',
  budgetNodes: 256_000,
  accountId: 'a1',
  accountName: 'ada',
  machine: 'm',
  completedAt: '2026-01-01T00:00:00.000Z',
};

function line(rank: number, cp: number, ...pv: string[]): Line {
  return { rank, cp, pv, move: pv[0] ?? '', depth: 10, seldepth: 12 };
}

function pass(lines: Line[], searchedNodes = 256_000): Pass {
  return { searchedNodes, lines, engine: undefined, threads: 1, hashMb: 16, multipv: 5, elapsedMs: 1 };
}

function refusal(given: Pass, at = start): string {
  try {
    acceptPass(given, at, delivery);
  } catch (error) {
    return (error as Rejected).code;
  }
  return 'accepted';
}

describe('accepting a pass', () => {
  it('stamps it with the account that delivered it [ATT-01]', () => {
    const event = acceptPass(pass([line(1, 30, 'g1f3', 'f7f6')]), start, delivery);
    expect(event).toMatchObject({
      accountId: 'a1',
      accountName: 'ada',
      position: start.id,
      budgetNodes: 256_000,
    });
    expect(event.lines[0]).toMatchObject({ move: 'g1f3', pv: ['g1f3', 'f7f6'] });
  });

  it('credits twice the rung at most', () => {
    expect(acceptPass(pass([line(1, 30, 'g1f3')], 900_000), start, delivery).creditedNodes).toBe(512_000);
  });

  it.each([
    ['an illegal first move', pass([line(1, 30, 'e2e5')]), 'pass-illegal-move'],
    ['an illegal move deep in a line', pass([line(1, 30, 'g1f3', 'f7f6', 'e2e5')]), 'pass-illegal-move'],
    ['no line', pass([]), 'pass-lines'],
    ['a line without a move', pass([line(1, 30)]), 'pass-lines'],
    ['two lines with one first move', pass([line(1, 30, 'g1f3'), line(2, 20, 'g1f3')]), 'pass-lines'],
    ['rising values', pass([line(1, 20, 'g1f3'), line(2, 30, 'e2e3')]), 'pass-lines'],
    ['ranks that do not count from 1', pass([line(2, 20, 'g1f3')]), 'pass-lines'],
    ['a score between eval and mate', pass([line(1, 25_000, 'g1f3')]), 'pass-score'],
    ['a mate in no plies', pass([line(1, 30_000, 'g1f3')]), 'pass-score'],
    ['too few nodes', pass([line(1, 30, 'g1f3')], 230_399), 'pass-nodes'],
    ['33 lines', pass(Array.from({ length: 33 }, (_, i) => line(i + 1, 0, 'g1f3'))), 'pass-size'],
    ['257 plies', pass([line(1, 0, ...Array.from({ length: 257 }, () => 'g1f3'))]), 'pass-size'],
  ])('refuses %s', (_name, given, code) => {
    expect(refusal(given)).toBe(code);
  });

  it('plays no line of a pass that is wrong at first sight', () => {
    const played = jest.spyOn(start, 'after');
    const long = ['g1f3', ...Array.from({ length: 255 }, () => 'f7f6')];
    expect(refusal(pass([line(1, 30, ...long), line(2, 20, ...long)]))).toBe('pass-lines');
    expect(refusal(pass([line(1, 30, ...long)], 1))).toBe('pass-nodes');
    expect(played).not.toHaveBeenCalled();
    expect(refusal(pass([line(1, 30, ...long)]))).toBe('pass-illegal-move');
    expect(played).toHaveBeenCalled();
    played.mockRestore();
  });

  it('sees one first move in two spellings', () => {
    const castling = position('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
    expect(refusal(pass([line(1, 30, 'e1g1'), line(2, 20, 'e1h1')]), castling)).toBe('pass-lines');
  });

  it('takes 90 % of the rung', () => {
    expect(refusal(pass([line(1, 30, 'g1f3')], 230_400))).toBe('accepted');
  });

  it('takes a short search that found a mate', () => {
    expect(refusal(pass([line(1, 29_999, 'g5f7')], 900), mateInOne)).toBe('accepted');
  });
});
