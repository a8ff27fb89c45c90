import type { Adjudication } from '../adjudicate.js';
import { adjudicate, assumptionsOf, judge } from '../adjudicate.js';
import type { GamePly, GameReport } from '../adjudicate-game.js';
import { adjudicateGame } from '../adjudicate-game.js';
import type { RulesVariantName } from '../identity.js';
import { isVariantName } from '../identity.js';
import type { PgnGame } from '../pgn.js';
import { PgnReader } from '../pgn.js';
import { pgnLine } from '../pgn-line.js';
import { parsePosition } from '../position.js';
import type { Refusal, Result } from '../result.js';
import { refusalInUcci, toUcci } from '../xiangqi/ucci.js';
import type { AdjudicateOptions } from './adjudicate-options.js';
import type { InputLine } from './byte-lines.js';
import type { GameInput } from './game-input.js';
import { readGame } from './game-input.js';
import { shown } from './io.js';

/** What one line of input is answered with. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
}

/** Answers line by line; `end` answers what only the end of the input completes. */
export interface Answerer {
  line(line: InputLine): Answer;
  end(): Answer;
}

const NOTHING: Answer = { text: '', failed: false };

const row = (...cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => cell ?? '-').join('\t')}\n`;

const reason = ({ code, message }: Refusal): string => shown(`${code}: ${message}`);

const spelling = ({ isUcci }: AdjudicateOptions) => (isUcci ? toUcci : (uci: string) => uci);

const respell = (answer: Adjudication, spell: (uci: string) => string): Adjudication => ({
  ...answer,
  moves: answer.moves.map(spell),
  safe: answer.safe.map(spell),
  refutations: Object.fromEntries(
    Object.entries(answer.refutations).map((pair) => [spell(pair[0]), spell(pair[1])]),
  ),
});

const failedFen = ({ isJson }: AdjudicateOptions, text: string, error: Refusal): Answer => {
  const { code, message } = error;
  const fen = shown(text);
  const json = `${JSON.stringify({ fen, error: { code, message } })}\n`;
  return { text: isJson ? json : row(fen, 'error', reason(error)), failed: true };
};

const PGN_TAG = /^\s*\[\w+ +"/;
const NOT_A_PGN: Refusal = {
  code: 'FEN_FIELDS',
  message: 'This is a tag of a PGN: give --pgn to read its games.',
};

const faultOf = ({ text, fault }: InputLine): Refusal | null =>
  fault ?? (PGN_TAG.test(text) ? NOT_A_PGN : null);

const answerFen = (options: AdjudicateOptions, variant: RulesVariantName, line: InputLine): Answer => {
  const fault = faultOf(line);
  if (fault !== null) return failedFen(options, line.text, fault);
  const fen = line.text.trim();
  const position = parsePosition(variant, fen);
  if (!position.ok) return failedFen(options, line.text, position.error);
  if (!options.isJson) {
    const { verdict, rule } = judge(position.value);
    return { text: row(fen, verdict, rule), failed: false };
  }
  const answer = respell(adjudicate(position.value), spelling(options));
  return { text: `${JSON.stringify({ fen, ...answer })}\n`, failed: false };
};

const fenAnswerer = (options: AdjudicateOptions, variant: RulesVariantName): Answerer => ({
  line: (line) => answerFen(options, variant, line),
  end: () => NOTHING,
});

const plyRow = (game: number, entry: GamePly, spell: (uci: string) => string): string => {
  const { ply, uci, verdict, rule, result, note } = entry;
  return row(game, ply, uci && spell(uci), verdict, rule, result, note);
};

/** The last ply also says which draws may be claimed with a move; every verdict carries what it leaves out of account. */
const plyJson = (
  game: number,
  { variant, plies, claims }: GameReport,
  entry: GamePly,
  spell: (uci: string) => string,
): string => {
  const spelled = claims.map(({ uci, rule }) => ({ uci: spell(uci), rule }));
  const last = { claimableWith: spelled.map(({ uci }) => uci), claims: spelled };
  return `${JSON.stringify({
    game,
    variant,
    ...entry,
    uci: entry.uci && spell(entry.uci),
    ...(entry.verdict === 'undecided' ? {} : { assumptions: assumptionsOf(variant) }),
    ...(entry.ply === plies.length - 1 ? last : {}),
  })}\n`;
};

const reportGame = (options: AdjudicateOptions, game: number, report: GameReport): Answer => {
  const spell = spelling(options);
  const print = (entry: GamePly): string =>
    options.isJson ? plyJson(game, report, entry, spell) : plyRow(game, entry, spell);
  return { text: report.plies.map(print).join(''), failed: false };
};

const failedGame = ({ isJson }: AdjudicateOptions, game: number, error: Refusal): Answer => {
  const { ply = null } = error;
  const json = `${JSON.stringify({ game, ply, error: { code: error.code, message: error.message } })}\n`;
  return { text: isJson ? json : row(game, ply, null, 'error', reason(error)), failed: true };
};

const answerGame = (options: AdjudicateOptions, number: number, game: Result<GameInput>): Answer => {
  if (!game.ok) return failedGame(options, number, game.error);
  const { variant, fen, moves } = game.value;
  const report = adjudicateGame(variant, fen, moves);
  if (report.ok) return reportGame(options, number, report.value);
  const { error } = report;
  return failedGame(options, number, options.isUcci ? refusalInUcci(error, moves) : error);
};

const gameAnswerer = (options: AdjudicateOptions, variant: RulesVariantName): Answerer => {
  let number = 0;
  const line = (input: InputLine): Answer => {
    const fault = faultOf(input);
    const game: Result<GameInput> =
      fault === null ? readGame(input.text, variant, options.isUcci) : { ok: false, error: fault };
    return answerGame(options, ++number, game);
  };
  return { line, end: () => NOTHING };
};

const pgnAnswerer = (options: AdjudicateOptions): Answerer => {
  const { variant } = options;
  const context = variant !== undefined && isVariantName(variant) ? { variant } : {};
  const reader = new PgnReader();
  let number = 0;
  const answerAll = (games: readonly PgnGame[]): Answer => {
    const answers = games.map((game) => answerGame(options, ++number, pgnLine(game, context)));
    return {
      text: answers.map(({ text }) => text).join(''),
      failed: answers.some(({ failed }) => failed),
    };
  };
  const line = ({ text, fault }: InputLine): Answer => {
    // Names in other encodings are common in PGN, and moves are ASCII: only a torn line spoils its game.
    if (fault !== null && fault.code !== 'bad-utf8') {
      reader.refuse(fault);
      return NOTHING;
    }
    return answerAll(reader.line(text));
  };
  return { line, end: () => answerAll(reader.end()) };
};

export const makeAnswerer = (options: AdjudicateOptions): Answerer => {
  const variant = options.variant ?? 'atomic';
  switch (options.mode) {
    case 'fen':
      return fenAnswerer(options, variant);
    case 'game':
      return gameAnswerer(options, variant);
    case 'pgn':
      return pgnAnswerer(options);
  }
};
