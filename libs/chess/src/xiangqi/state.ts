import type { Material, Side, Terminal, VariantState } from '../variant.js';
import type { Board, SideBit } from './board.js';
import { opponent, printBoard, RED } from './board.js';
import { materialOfBoard } from './material.js';
import type { Move } from './moves.js';
import { boardAfter, isInCheck, isStuck, isWinning, legalMoves } from './moves.js';
import { makeSan, makeUci, parseUci } from './notation.js';

const LOST = { status: 'LOSS', plies: 0 } as const;

const SUFFIX = /[+#]$/;

export class XiangqiState implements VariantState {
  readonly #board: Board;
  readonly #side: SideBit;
  #moves: readonly Move[] | undefined;

  constructor(board: Board, side: SideBit) {
    this.#board = board;
    this.#side = side;
  }

  get turn(): Side {
    return this.#side === RED ? 'white' : 'black';
  }

  /** The fields of the other variants, empty where xiangqi has nothing to say. */
  key(): string {
    return `${printBoard(this.#board)} ${this.#side === RED ? 'w' : 'b'} - -`;
  }

  moves(): readonly string[] {
    return this.#legalMoves.map(makeUci).sort();
  }

  moveCount(): number {
    return this.#legalMoves.length;
  }

  normalise(uci: string): string | undefined {
    const move = this.#find(uci);
    return move && makeUci(move);
  }

  after(uci: string): XiangqiState {
    return new XiangqiState(boardAfter(this.#board, this.#legal(uci)), opponent(this.#side));
  }

  san(uci: string): string {
    const next = this.after(uci);
    const text = makeSan(this.#board, this.#legalMoves, this.#legal(uci));
    if (next.terminal() !== null) return `${text}#`;
    return next.isCheck() ? `${text}+` : text;
  }

  readSan(text: string): string | undefined {
    const wanted = text.replace(SUFFIX, '');
    const moves = this.#legalMoves;
    const move = moves.find((candidate) => makeSan(this.#board, moves, candidate) === wanted);
    return move && makeUci(move);
  }

  isCheck(): boolean {
    return isInCheck(this.#board, this.#side);
  }

  restartsCounter(uci: string): boolean {
    return this.#board[this.#legal(uci).to] !== 0;
  }

  /** Stalemate loses like mate. Source: positions.md, "Terminal positions". */
  terminal(): Terminal | null {
    if (!isStuck(this.#board, this.#side)) return null;
    return { reason: this.isCheck() ? 'checkmate' : 'stalemate', ...LOST };
  }

  material(): Material | null {
    return materialOfBoard(this.#board);
  }

  winningMoves(): readonly string[] {
    return this.#legalMoves
      .filter((move) => isWinning(this.#board, this.#side, move))
      .map(makeUci)
      .sort();
  }

  get #legalMoves(): readonly Move[] {
    return (this.#moves ??= legalMoves(this.#board, this.#side));
  }

  #find(uci: string): Move | undefined {
    const wanted = parseUci(uci);
    return wanted && this.#legalMoves.find(({ from, to }) => from === wanted.from && to === wanted.to);
  }

  #legal(uci: string): Move {
    const move = this.#find(uci);
    if (move === undefined) throw new RangeError(`not a legal move here: ${uci}`);
    return move;
  }
}
