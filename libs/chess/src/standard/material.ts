import type { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';

const isOneColour = (squares: SquareSet): boolean =>
  !squares.intersects(SquareSet.darkSquares()) || !squares.intersects(SquareSet.lightSquares());

/** K v K, K+N v K, K+B v K, any bishops all on one square colour. Source: positions.md, "Material", chess. */
export const isDeadInChess = (board: Board): boolean => {
  const minors = board.knight.union(board.bishop);
  if (!board.occupied.equals(minors.union(board.king))) return false;
  return minors.size() <= 1 || (board.knight.isEmpty() && isOneColour(board.bishop));
};

const isDeadAgainstBareKing = (board: Board, men: SquareSet): boolean => {
  if (men.size() === 0) return true;
  if (men.size() === 1) return men.intersects(board.knight.union(board.bishop).union(board.rook));
  return men.size() === 2 && board.knight.equals(men);
};

// Not chessops' own verdict: it calls K+B v K+B+B on opposite colours dead, where a mate exists.
/** A bare king against K, K+N, K+B, K+R or K+N+N; K+B v K+B on opposite colours with exactly four men (positions.md, "Material", atomic). */
export const isDeadInAtomic = (board: Board): boolean => {
  if (board.king.size() !== 2) return false;
  const men = board.occupied.diff(board.king);
  const isOneSided = !men.intersects(board.white) || !men.intersects(board.black);
  if (isOneSided) return isDeadAgainstBareKing(board, men);
  return men.size() === 2 && board.bishop.equals(men) && !isOneColour(men);
};
