import { splitGame, wordsOfGame } from '../game-text.js';
import type { RulesVariantName } from '../identity.js';
import type { Result } from '../result.js';
import { atPly, ok, refuse } from '../result.js';
import { parseRulesVariant, START_FEN } from '../variants.js';
import { fromUcci } from '../xiangqi/ucci.js';
import { shown } from './io.js';

export interface GameInput {
  readonly variant: RulesVariantName;
  readonly fen: string;
  readonly moves: readonly string[];
}

const BAD_GAME = refuse('bad-json', 'A game is {"fen","moves"}: a FEN and a list of moves.');

const isText = (value: unknown): value is string => typeof value === 'string';

const isMoves = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

const parseFields = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return { moves: null };
  }
};

const jsonGame = (text: string, byDefault: RulesVariantName): Result<GameInput> => {
  const { variant: name = byDefault, fen, moves = [] } = parseFields(text);
  const list = isText(moves) ? wordsOfGame(moves) : moves;
  if (!isText(name) || !isMoves(list)) return BAD_GAME;
  const variant = parseRulesVariant(name);
  if (!variant.ok) return variant;
  const start = fen ?? START_FEN[variant.value];
  return isText(start) ? ok({ variant: variant.value, fen: start, moves: list }) : BAD_GAME;
};

/** `FEN moves m1 m2 …`, also as a `position` command of UCI. */
const textGame = (text: string, variant: RulesVariantName): GameInput => {
  const { fen: start, moves = [] } = splitGame(text);
  const fen = start.replace(/^position\s+/, '').replace(/^fen\s+/, '');
  return { variant, fen: fen === 'startpos' ? START_FEN[variant] : fen, moves };
};

const readUcci = (game: GameInput): Result<GameInput> => {
  const moves: string[] = [];
  for (const [index, move] of game.moves.entries()) {
    const uci = fromUcci(move);
    if (uci === undefined)
      return atPly(
        { code: 'MOVE_ILLEGAL', message: `${shown(move)} is not a move in UCCI: write it as h2e2.` },
        index + 1,
      );
    moves.push(uci);
  }
  return ok({ ...game, moves });
};

/** A game of one line of input, text or JSON, whose moves are still unread. */
export const readGame = (text: string, variant: RulesVariantName, isUcci: boolean): Result<GameInput> => {
  const game = /^\s*\{/.test(text) ? jsonGame(text, variant) : ok(textGame(text, variant));
  return game.ok && isUcci ? readUcci(game.value) : game;
};
