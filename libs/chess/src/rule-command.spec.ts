import reports from '../test/cases/reports.json' with { type: 'json' };
import { at, take } from '../test/positions.js';
import type { VariantName } from './index.js';
import { claimableMoves, end, runRule, START_FEN, walkLine } from './index.js';

interface RuleInput {
  op: string;
  variant: VariantName;
  fen: string;
  moves?: string[];
}

interface Report {
  id: string;
  symptom: string;
  input: unknown;
  expected: unknown;
}

interface Step {
  title: string;
  input: RuleInput;
  expected: object;
}

const isRuleInput = (value: unknown): value is RuleInput =>
  typeof value === 'object' &&
  value !== null &&
  'op' in value &&
  'variant' in value &&
  value.variant !== 'xiangqi';

const stepsOf = ({ id, symptom, input, expected }: Report): Step[] => {
  if (!Array.isArray(input) || !Array.isArray(expected)) return [];
  return input.flatMap((step: unknown, index) =>
    isRuleInput(step)
      ? [
          {
            title: `${id}.${index + 1} ${step.op} in ${step.variant}: ${symptom}`,
            input: step,
            expected: expected[index] as object,
          },
        ]
      : [],
  );
};

/** The reports put a walked line in fewer words than the `line` operation. */
const describeLine = ({ variant, fen, moves = [] }: RuleInput): object => {
  const walk = take(walkLine(at(variant, fen), moves));
  const { firstReturnPly, threefoldPly, fivefoldPly, keys, occurrence } = walk;
  return {
    plies: moves.length,
    firstReturnPly,
    threefoldPly,
    fivefoldPly,
    lastOccurrence: occurrence[moves.length],
    lastKey: keys[moves.length],
    end: end(walk.last).reason,
    claimableWithMove: claimableMoves(walk),
  };
};

describe('reports of other programs', () => {
  const steps = (reports as Report[]).flatMap(stepsOf);

  it('are here with all their operations', () => {
    expect(steps.length).toBe(46);
  });

  it.each(steps)('$title', ({ input, expected }) => {
    expect(input.op === 'line' ? describeLine(input) : runRule(input.op, input)).toMatchObject(expected);
  });
});

describe('reports about xiangqi', () => {
  const report = (wanted: string) => (reports as Report[]).find(({ id }) => id === wanted);

  it('B41 perft of a middlegame', () => {
    const { input, expected } = report('B41') ?? {};
    expect(runRule('perft', input)).toEqual(expected);
  });

  it('B43 FENs of two fields, with the letters H and E', () => {
    const fens = report('B43')?.input as string[];
    expect(fens.map((fen) => runRule('key', { variant: 'xiangqi', fen }))).toEqual([
      { key: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -', legal: 44 },
      { key: 'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - -', legal: 41 },
    ]);
  });

  it('B44 counters in the wrong fields, and rooks that are no draw', () => {
    const fens = report('B44')?.input as string[];
    expect(fens.map((fen) => runRule('adjudicate', { variant: 'xiangqi', fen }))).toMatchObject([
      { error: { code: 'FEN_CASTLING' } },
      { legal: 21, verdict: 'undecided' },
      { legal: 8, verdict: 'undecided' },
    ]);
  });

  it('ends a stalemate as a loss, and a dead placement as insufficient', () => {
    const end = (fen: string) => runRule('end', { variant: 'xiangqi', fen });
    expect(end('9/4P4/3k5/9/9/9/9/9/9/4K4 b')).toEqual({ reason: 'stalemate', result: '1-0' });
    expect(end('9/9/5k3/9/9/9/9/B3K4/9/9 b')).toEqual({ reason: 'insufficient', result: '1/2-1/2' });
  });
});

describe('the rules command', () => {
  const fen = START_FEN.atomic;

  it('walks a line in exactly the fields of its operation', () => {
    expect(runRule('line', { variant: 'atomic', fen, moves: ['g1f3'] })).toEqual({
      keys: [
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -',
        'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -',
      ],
      occurrence: [1, 1],
      firstReturnPly: null,
      threefoldPly: null,
      fivefoldPly: null,
      crossingPly: null,
      terminal: false,
    });
  });

  it('compares two FENs, and names the differences only where there are some', () => {
    expect(runRule('same', { variant: 'chess', a: fen, b: fen.replace('0 1', '5 9') })).toEqual({
      same: true,
    });
    expect(runRule('same', { variant: 'chess', a: fen, b: fen.replace(' w ', ' b ') })).toEqual({
      same: false,
      differs: ['turn'],
    });
  });

  it('counts to the depth asked for, in atomic where no variant is named', () => {
    expect(runRule('perft', { fen, depth: 3 })).toEqual({ perft: [20, 400, 8902] });
    expect(runRule('end', { fen })).toEqual({ reason: 'ongoing', result: '*' });
  });

  it('adjudicates in exactly the fields of its operation', () => {
    expect(runRule('adjudicate', { variant: 'chess', fen: '8/8/4k3/8/8/3K4/8/7N w - -' })).toEqual({
      verdict: 'draw',
      level: 'dead',
      rule: 'lone-minor',
      legal: 10,
      moves: [],
      safe: ['d3c2', 'd3c3', 'd3c4', 'd3d2', 'd3d4', 'd3e2', 'd3e3', 'd3e4', 'h1f2', 'h1g3'],
    });
  });

  it.each([
    ['an unknown operation', 'toString', { fen }, 'unknown-op'],
    ['an unknown variant', 'key', { variant: 'crazyhouse', fen }, 'unknown-variant'],
    ['a variant that is no text', 'key', { variant: 1, fen }, 'bad-input'],
    ['a missing FEN', 'key', { variant: 'chess' }, 'bad-input'],
    ['an input that is no object', 'key', [fen], 'bad-input'],
    ['a depth of nothing', 'perft', { fen, depth: 0 }, 'bad-input'],
    ['moves that are no list', 'line', { fen, moves: 'e2e4' }, 'bad-input'],
    ['a second FEN that is missing', 'same', { a: fen }, 'bad-input'],
    ['an illegal move', 'line', { fen, moves: ['e2e5'] }, 'MOVE_ILLEGAL'],
  ])('answers %s with an error in place', (_, op, input, code) => {
    const answer = runRule(op, input);
    expect(answer).toEqual({ error: { code, message: expect.stringMatching(/^[A-Z].+\.$/s) } });
  });
});
