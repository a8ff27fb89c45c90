import { adjudicate } from './adjudicate.js';
import { walkLine } from './line.js';
import { legalMoves, perft } from './play.js';
import type { RulesPosition } from './position.js';
import { parsePosition } from './position.js';
import type { Result } from './result.js';
import { ok, refuse } from './result.js';
import { same } from './same.js';
import { parseRulesVariant } from './variants.js';
import { end } from './verdict.js';

export type RuleAnswer =
  Readonly<Record<string, unknown>> | { readonly error: { code: string; message: string } };

type Fields = Readonly<Record<string, unknown>>;
type Answer = Result<Fields>;

const MAX_PERFT_DEPTH = 12;

const isText = (value: unknown): value is string => typeof value === 'string';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMoveList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const badInput = (message: string): Result<never> => refuse('bad-input', message);

const readPosition = ({ variant, fen }: Fields): Result<RulesPosition> => {
  if (variant !== undefined && !isText(variant)) return badInput('The field variant is a string.');
  if (!isText(fen)) return badInput('The field fen is a string.');
  const name = parseRulesVariant(variant);
  return name.ok ? parsePosition(name.value, fen) : name;
};

const ofPosition =
  (answer: (position: RulesPosition, input: Fields) => Answer) =>
  (input: Fields): Answer => {
    const position = readPosition(input);
    return position.ok ? answer(position.value, input) : position;
  };

const answerSame = (input: Fields): Answer => {
  const { variant, a, b } = input;
  if (!isText(a) || !isText(b)) return badInput('The fields a and b are FENs.');
  const position = readPosition({ variant, fen: a });
  if (!position.ok) return position;
  const found = same(position.value.variant, a, b);
  if (!found.ok) return found;
  return ok(found.value.length === 0 ? { same: true } : { same: false, differs: found.value });
};

const answerPerft = (position: RulesPosition, { depth }: Fields): Answer => {
  if (typeof depth === 'number' && Number.isInteger(depth) && depth >= 1 && depth <= MAX_PERFT_DEPTH) {
    return ok({ perft: perft(position, depth) });
  }
  return badInput(`The field depth is a whole number from 1 to ${MAX_PERFT_DEPTH}.`);
};

const answerLine = (position: RulesPosition, { moves }: Fields): Answer => {
  if (!isMoveList(moves)) return badInput('The field moves is a list of UCI moves.');
  const walk = walkLine(position, moves);
  if (!walk.ok) return walk;
  const { keys, occurrence, firstReturnPly, threefoldPly, fivefoldPly, crossingPly, terminal } = walk.value;
  return ok({ keys, occurrence, firstReturnPly, threefoldPly, fivefoldPly, crossingPly, terminal });
};

const answerAdjudicate = (position: RulesPosition): Answer => {
  const { verdict, level, rule, legal, moves, safe } = adjudicate(position);
  return ok({ verdict, level, rule, legal, moves, safe });
};

const OPERATIONS = new Map<string, (input: Fields) => Answer>([
  ['key', ofPosition(({ key, legal }) => ok({ key, legal }))],
  ['same', answerSame],
  ['moves', ofPosition((position) => ok({ moves: legalMoves(position) }))],
  ['perft', ofPosition(answerPerft)],
  ['end', ofPosition((position) => ok({ ...end(position) }))],
  ['line', ofPosition(answerLine)],
  ['adjudicate', ofPosition(answerAdjudicate)],
]);

const answer = (op: string, input: unknown): Answer => {
  const operation = OPERATIONS.get(op);
  if (operation === undefined)
    return refuse('unknown-op', `The operation is one of ${[...OPERATIONS.keys()].join(', ')}.`);
  return isFields(input) ? operation(input) : badInput('The input is one JSON object.');
};

/** One operation of the rules command on one parsed input line. Source: positions.md, "The rules as a command". */
export const runRule = (op: string, input: unknown): RuleAnswer => {
  const found = answer(op, input);
  return found.ok ? found.value : { error: { code: found.error.code, message: found.error.message } };
};
