import {
  isVariantName,
  parsePosition,
  parseRulesVariant,
  parseVariant,
  pgnLine,
  readPgn,
  START_FEN,
  type ChessPosition,
  type PgnContext,
  type Refusal,
  type Result,
  type RulesVariantName,
  type VariantName,
} from '@atomicdb/chess';
import { Rejected, type RejectionCode } from '@atomicdb/decider';

/** A line or game as a call names it: a FEN with moves, or a PGN. */
export interface LineCall {
  readonly variant?: string | undefined;
  readonly fen?: string | undefined;
  readonly moves?: string | readonly string[] | undefined;
  readonly pgn?: string | undefined;
}

/** A line whose start can be read; its moves are still unread. */
export interface NamedLine<V extends RulesVariantName = VariantName> {
  readonly start: ChessPosition<V>;
  /** FEN of the start with the counters that came in. */
  readonly fen: string;
  readonly moves: readonly string[];
}

/** A text of the rules that was refused, with the ply where it is at one. */
export class TextRefused extends Rejected {
  readonly ply: number | undefined;

  constructor({ code, message, ply }: Refusal, field: string) {
    super(code as RejectionCode, message, field);
    this.ply = ply;
  }
}

/** Value of an answer of the rules; throws TextRefused. */
export function accept<T>(result: Result<T>, field: string): T {
  if (result.ok) return result.value;
  throw new TextRefused(result.error, field);
}

export function graphVariant(name: string | undefined): VariantName {
  return accept(parseVariant(name), 'variant');
}

export function rulesVariant(name: string | undefined): RulesVariantName {
  return accept(parseRulesVariant(name), 'variant');
}

/** Moves of a text are parted by blanks or commas. */
export function wordsOf(moves: string | readonly string[] = []): readonly string[] {
  return typeof moves === 'string' ? moves.split(/[\s,]+/).filter((word) => word !== '') : moves;
}

/** Throws Rejected with the code of the fault; without a PGN, a missing FEN is the start position. */
export function readLine<V extends RulesVariantName>(call: LineCall, variant: V): NamedLine<V> {
  const fen = call.fen ?? START_FEN[variant];
  return { start: accept(parsePosition(variant, fen), 'fen'), fen, moves: wordsOf(call.moves) };
}

/** The one game of a PGN; its Variant tag counts, and one without is standard chess where the call names none. */
export function readPgnLine({ pgn = '', variant, fen }: LineCall): NamedLine {
  const [game, second] = readPgn(pgn);
  if (!game) throw new Rejected('PGN_EMPTY', 'The text holds no game: send one with its moves.', 'pgn');
  if (second) throw new Rejected('PGN_GAMES', 'The text holds several games: send one.', 'pgn');
  const context: PgnContext = {
    ...(variant === undefined ? {} : { variant: pgnVariant(variant) }),
    ...(fen === undefined ? {} : { fen }),
  };
  const line = accept(pgnLine(game, context), 'pgn');
  const start = accept(parsePosition(line.variant, line.fen), 'pgn');
  return { start, fen: line.fen, moves: line.moves };
}

function pgnVariant(name: string): VariantName {
  const variant = rulesVariant(name);
  if (isVariantName(variant)) return variant;
  throw new Rejected('PGN_VARIANT', 'A PGN is read for chess and atomic: name one of them.', 'variant');
}

/** A line of the graph. */
export function graphLine(call: LineCall): NamedLine {
  const variant = graphVariant(call.variant);
  if (call.pgn === undefined) return readLine(call, variant);
  if (call.moves === undefined) return readPgnLine(call);
  throw new Rejected('PGN_MOVES', 'The moves are in the PGN: leave the field moves out.', 'moves');
}
