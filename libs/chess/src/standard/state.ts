import type { Board } from 'chessops/board';
import type { Context, Position } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSan, parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import type { Material, Side, Terminal, VariantState } from '../variant.js';
import { countMoves, findMove, hasKingStep, listMoves, rawMoves, spellMove } from './moves.js';

const LOST = { status: 'LOSS', plies: 0 } as const;

/** A position of a variant that chessops plays. Never mutates its `position`, which chessops would allow. */
export class StandardState implements VariantState {
  readonly #position: Position;
  readonly #materialOf: (board: Board) => Material | null;
  #ctx: Context | undefined;
  #found: { readonly uci: string; readonly move: NormalMove | undefined } | undefined;

  constructor(position: Position, materialOf: (board: Board) => Material | null) {
    this.#position = position;
    this.#materialOf = materialOf;
  }

  get turn(): Side {
    return this.#position.turn;
  }

  /** `toSetup` keeps an en-passant square only when a capture is legal in the variant. */
  key(): string {
    return makeFen(this.#position.toSetup(), { epd: true });
  }

  moves(): readonly string[] {
    return listMoves(this.#position, this.#context);
  }

  moveCount(): number {
    return countMoves(this.#position, this.#context);
  }

  normalise(uci: string): string | undefined {
    const move = this.#find(uci);
    return move && spellMove(this.#position, move);
  }

  after(uci: string): StandardState {
    const next = this.#position.clone();
    next.play(this.#legal(uci));
    return new StandardState(next, this.#materialOf);
  }

  san(uci: string): string {
    return makeSan(this.#position, this.#legal(uci));
  }

  readSan(text: string): string | undefined {
    const move = parseSan(this.#position, text);
    return move && 'from' in move ? spellMove(this.#position, move) : undefined;
  }

  isCheck(): boolean {
    return this.#context.checkers.nonEmpty();
  }

  /** A capture or a pawn's move; castling, king onto own rook for chessops, is neither. */
  restartsCounter(uci: string): boolean {
    const { from, to } = this.#legal(uci);
    const { board, turn } = this.#position;
    return board.pawn.has(from) || (board.occupied.has(to) && !board[turn].has(to));
  }

  terminal(): Terminal | null {
    if (this.#position.isVariantEnd()) return { reason: 'explosion', ...LOST };
    if (hasKingStep(this.#position) || this.#position.hasDests(this.#context)) return null;
    return this.isCheck()
      ? { reason: 'checkmate', ...LOST }
      : { reason: 'stalemate', status: 'DRAW', plies: 0 };
  }

  material(): Material | null {
    return this.#materialOf(this.#position.board);
  }

  winningMoves(): readonly string[] {
    return rawMoves(this.#position, this.#context)
      .filter((move) => this.#wins(move))
      .map((move) => spellMove(this.#position, move))
      .sort();
  }

  /** Whether the opponent has lost then, without working out the pins of the many positions that are no check. */
  #wins(move: NormalMove): boolean {
    const next = this.#position.clone();
    next.play(move);
    return next.isVariantEnd() || (next.isCheck() && !hasKingStep(next) && !next.hasDests());
  }

  /** Checks and pins, worked out when first needed: a key needs none. */
  get #context(): Context {
    return (this.#ctx ??= this.#position.ctx());
  }

  /** A line asks for one move up to four times over: legal, its spelling, its notation, what follows. */
  #find(uci: string): NormalMove | undefined {
    if (this.#found?.uci !== uci) this.#found = { uci, move: findMove(this.#position, this.#context, uci) };
    return this.#found.move;
  }

  /** `play` of chessops validates nothing, so every move is looked up first. */
  #legal(uci: string): NormalMove {
    const move = this.#find(uci);
    if (move === undefined) throw new RangeError(`not a legal move here: ${uci}`);
    return move;
  }
}
