import type { Board } from 'chessops/board';
import type { Context, Position } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import type { Side, Terminal, VariantState } from '../variant.js';
import { countMoves, findMove, listMoves, spellMove } from './moves.js';

const LOST = { status: 'LOSS', plies: 0 } as const;

/** A position of a variant that chessops plays. Never mutates its `position`, which chessops would allow. */
export class StandardState implements VariantState {
  readonly #position: Position;
  readonly #context: Context;
  readonly #isDeadBoard: (board: Board) => boolean;

  constructor(position: Position, isDeadBoard: (board: Board) => boolean) {
    this.#position = position;
    this.#context = position.ctx();
    this.#isDeadBoard = isDeadBoard;
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
    const move = findMove(this.#position, this.#context, uci);
    return move && spellMove(this.#position, move);
  }

  after(uci: string): StandardState {
    const next = this.#position.clone();
    next.play(this.#legal(uci));
    return new StandardState(next, this.#isDeadBoard);
  }

  san(uci: string): string {
    return makeSan(this.#position, this.#legal(uci));
  }

  terminal(): Terminal | null {
    if (this.#context.variantEnd) return { reason: 'explosion', ...LOST };
    if (this.#position.hasDests(this.#context)) return null;
    const isCheck = this.#context.checkers.nonEmpty();
    return isCheck ? { reason: 'checkmate', ...LOST } : { reason: 'stalemate', status: 'DRAW', plies: 0 };
  }

  isDead(): boolean {
    return this.#isDeadBoard(this.#position.board);
  }

  /** `play` of chessops validates nothing, so every move is looked up first. */
  #legal(uci: string): NormalMove {
    const move = findMove(this.#position, this.#context, uci);
    if (move === undefined) throw new RangeError(`not a legal move here: ${uci}`);
    return move;
  }
}
