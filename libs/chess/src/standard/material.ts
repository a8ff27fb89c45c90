import type { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import type { Material } from '../variant.js';

const dead = (rule: string): Material => ({ level: 'dead', rule });

const BARE_KINGS = dead('bare-kings');
const LONE_MINOR = dead('lone-minor');
const BISHOPS_OF_ONE_COLOUR = dead('bishops-of-one-colour');
const LONE_PIECE = dead('lone-piece');
const TWO_KNIGHTS = dead('two-knights');
const OPPOSITE_BISHOPS = dead('opposite-bishops');

const isOneColour = (squares: SquareSet): boolean =>
  !squares.intersects(SquareSet.darkSquares()) || !squares.intersects(SquareSet.lightSquares());

/** K v K, K+N v K, K+B v K, any bishops all on one square colour. Source: positions.md, "Material", chess. */
export const materialInChess = (board: Board): Material | null => {
  const minors = board.knight.union(board.bishop);
  if (!board.occupied.equals(minors.union(board.king))) return null;
  if (minors.isEmpty()) return BARE_KINGS;
  if (minors.size() === 1) return LONE_MINOR;
  return board.knight.isEmpty() && isOneColour(board.bishop) ? BISHOPS_OF_ONE_COLOUR : null;
};

const againstBareKing = (board: Board, men: SquareSet): Material | null => {
  if (men.isEmpty()) return BARE_KINGS;
  if (men.size() === 1)
    return men.intersects(board.knight.union(board.bishop).union(board.rook)) ? LONE_PIECE : null;
  return men.size() === 2 && board.knight.equals(men) ? TWO_KNIGHTS : null;
};

// Not chessops' own verdict: it calls K+B v K+B+B on opposite colours dead, where a mate exists.
/** A bare king against K, K+N, K+B, K+R or K+N+N; K+B v K+B on opposite colours with exactly four men (positions.md, "Material", atomic). */
export const materialInAtomic = (board: Board): Material | null => {
  if (board.king.size() !== 2) return null;
  const men = board.occupied.diff(board.king);
  const isOneSided = !men.intersects(board.white) || !men.intersects(board.black);
  if (isOneSided) return againstBareKing(board, men);
  return men.size() === 2 && board.bishop.equals(men) && !isOneColour(men) ? OPPOSITE_BISHOPS : null;
};
