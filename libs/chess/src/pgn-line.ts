import type { PositionKey, VariantName } from './identity.js';
import { isVariantName } from './identity.js';
import { MAX_REPORT_PLIES } from './line.js';
import type { PgnGame } from './pgn.js';
import type { ChessPosition } from './position.js';
import { parsePosition } from './position.js';
import type { Result } from './result.js';
import { atPly, ok, refuse } from './result.js';
import { START_FEN } from './variants.js';

/** A PGN game as a line: start FEN with its counters, moves in UCI. */
export interface PgnLine {
  readonly variant: VariantName;
  readonly fen: string;
  readonly moves: readonly string[];
}

/** What is known of a game beside its text; a tag that says otherwise is refused. */
export interface PgnContext {
  readonly variant?: VariantName;
  readonly fen?: string;
}

const TAG_NAMES: Readonly<Record<string, VariantName>> = {
  chess: 'chess',
  standard: 'chess',
  'standard chess': 'chess',
  'from position': 'chess',
  normal: 'chess',
  classical: 'chess',
  atomic: 'atomic',
  'atomic chess': 'atomic',
};

const variantOf = ({ tags }: PgnGame, wanted: VariantName | undefined): Result<VariantName> => {
  const tag = tags.get('Variant')?.trim().toLowerCase();
  // A PGN without the tag is a game of standard chess, whatever the default of other doors.
  if (tag === undefined || tag === '') return ok(wanted ?? 'chess');
  const named = Object.hasOwn(TAG_NAMES, tag) ? TAG_NAMES[tag] : undefined;
  if (named === undefined || !isVariantName(named))
    return refuse('unknown-variant', 'The Variant tag of a game names chess or atomic.');
  if (wanted !== undefined && wanted !== named)
    return refuse(
      'PGN_VARIANT',
      `The Variant tag says ${named}, but ${wanted} was asked for: ask for the game's own.`,
    );
  return ok(named);
};

const startOf = (
  { tags }: PgnGame,
  variant: VariantName,
  wanted: string | undefined,
): Result<{ fen: string; position: ChessPosition }> => {
  const tag = tags.get('FEN')?.trim() || undefined;
  const fen = tag ?? wanted ?? START_FEN[variant];
  const position = parsePosition(variant, fen);
  if (!position.ok) return position;
  if (tag === undefined || wanted === undefined) return ok({ fen, position: position.value });
  const other = parsePosition(variant, wanted);
  if (!other.ok) return other;
  const keys = new Set<PositionKey>([position.value.key, other.value.key]);
  if (keys.size > 1)
    return refuse(
      'PGN_FEN',
      'The FEN tag of the game is another position than the FEN asked for: leave one of them out.',
    );
  return ok({ fen, position: position.value });
};

const UCI = /^[a-h][1-8][a-h][1-8][qrbnQRBN]?$/;
const CASTLING = /^[0Oo][-–—][0Oo]([-–—][0Oo])?$/;

const plainSan = (text: string): string => {
  const bare = text.replace(/[+#]+$/, '').replace(/^P(?=[a-h])/, '');
  const castling = CASTLING.exec(bare);
  if (castling === null) return bare;
  return castling[1] === undefined ? 'O-O' : 'O-O-O';
};

const MAX_MOVE = 40;

const readMove = ({ state }: ChessPosition, text: string): string | undefined => {
  if (text.length > MAX_MOVE) return undefined;
  return UCI.test(text) ? state.normalise(text.toLowerCase()) : state.readSan(plainSan(text));
};

const MAX_QUOTED = 12;

const readMoves = (start: ChessPosition, texts: readonly string[]): Result<string[]> => {
  const moves: string[] = [];
  let position = start;
  for (const [index, text] of texts.entries()) {
    const uci = readMove(position, text);
    if (uci === undefined) {
      const message = `${text.slice(0, MAX_QUOTED)} is not one legal move in ${position.key}: correct it, or end the game before it.`;
      return atPly({ code: 'MOVE_ILLEGAL', message }, index + 1);
    }
    moves.push(uci);
    position = position.after(uci);
  }
  return ok(moves);
};

/**
 * Reads the moves of a game in its position: SAN, also with zeros for castling, or UCI. Refuses the fault of
 * the text, `unknown-variant`, `PGN_VARIANT`, `PGN_FEN`, what the start is refused for, `LINE_TOO_LONG`, and
 * `MOVE_ILLEGAL` with its ply.
 */
export const pgnLine = (game: PgnGame, context: PgnContext = {}): Result<PgnLine> => {
  if (game.fault !== null) return { ok: false, error: game.fault };
  const variant = variantOf(game, context.variant);
  if (!variant.ok) return variant;
  const start = startOf(game, variant.value, context.fen);
  if (!start.ok) return start;
  if (game.moves.length > MAX_REPORT_PLIES)
    return refuse('LINE_TOO_LONG', `A line has at most ${MAX_REPORT_PLIES} plies.`);
  const moves = readMoves(start.value.position, game.moves);
  return moves.ok ? ok({ variant: variant.value, fen: start.value.fen, moves: moves.value }) : moves;
};
