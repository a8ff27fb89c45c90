import { adjudicate } from './adjudicate.js';
import type { RulesVariantName } from './identity.js';
import { isVariantName } from './identity.js';
import type { LineWalk } from './line.js';
import { walkLine } from './line.js';
import type { PgnContext } from './pgn-line.js';
import { pgnLine } from './pgn-line.js';
import type { PgnGame } from './pgn.js';
import { readPgn } from './pgn.js';
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

const lineFields = ({
  keys,
  occurrence,
  firstReturnPly,
  threefoldPly,
  fivefoldPly,
  crossingPly,
  terminal,
}: LineWalk<RulesVariantName>): Fields => ({
  keys,
  occurrence,
  firstReturnPly,
  threefoldPly,
  fivefoldPly,
  crossingPly,
  terminal,
});

const answerMoves = (position: RulesPosition, { moves }: Fields): Answer => {
  if (!isMoveList(moves)) return badInput('The field moves is a list of UCI moves.');
  const walk = walkLine(position, moves);
  return walk.ok ? ok(lineFields(walk.value)) : walk;
};

const answerGame = (game: PgnGame, context: PgnContext): Answer => {
  const line = pgnLine(game, context);
  if (!line.ok) return line;
  const { variant, fen, moves } = line.value;
  const start = parsePosition(variant, fen);
  return start.ok ? answerMoves(start.value, { moves }) : start;
};

const readContext = ({ variant, fen }: Fields): Result<PgnContext> => {
  if (fen !== undefined && !isText(fen)) return badInput('The field fen is a string.');
  const start = fen === undefined ? {} : { fen };
  if (variant === undefined) return ok(start);
  if (!isText(variant)) return badInput('The field variant is a string.');
  const name = parseRulesVariant(variant);
  if (!name.ok) return name;
  if (!isVariantName(name.value)) return badInput('A PGN is read for chess and atomic.');
  return ok({ ...start, variant: name.value });
};

/** The fields of the first game; where there are several, also `lines` with those of all. */
const answerPgn = (input: Fields, pgn: string): Answer => {
  const context = readContext(input);
  if (!context.ok) return context;
  const lines: Fields[] = [];
  for (const game of readPgn(pgn)) {
    const line = answerGame(game, context.value);
    if (!line.ok) return line;
    lines.push(line.value);
  }
  const [first] = lines;
  if (first === undefined) return refuse('PGN_EMPTY', 'The text holds no game.');
  return ok(lines.length === 1 ? first : { ...first, games: lines.length, lines });
};

const answerLine = (input: Fields): Answer => {
  const { pgn } = input;
  if (pgn === undefined) return ofPosition(answerMoves)(input);
  return isText(pgn) ? answerPgn(input, pgn) : badInput('The field pgn is a string.');
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
  ['line', answerLine],
  ['adjudicate', ofPosition(answerAdjudicate)],
]);

/** Names of the operations. */
export const RULE_OPERATIONS: readonly string[] = [...OPERATIONS.keys()];

const answer = (op: string, input: unknown): Answer => {
  const operation = OPERATIONS.get(op);
  if (operation === undefined)
    return refuse('unknown-op', `The operation is one of ${RULE_OPERATIONS.join(', ')}.`);
  return isFields(input) ? operation(input) : badInput('The input is one JSON object.');
};

/** One operation of the rules command on one parsed input line. Source: positions.md, "The rules as a command". */
export const runRule = (op: string, input: unknown): RuleAnswer => {
  const found = answer(op, input);
  return found.ok ? found.value : { error: { code: found.error.code, message: found.error.message } };
};
