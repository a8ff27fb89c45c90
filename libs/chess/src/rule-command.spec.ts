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
