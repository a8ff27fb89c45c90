import { isKingAttacked } from './attack.js';
import type { Board, SideBit } from './board.js';
import { isOf, kindOf, opponent } from './board.js';
import {
  ADVISOR_STEPS,
  ELEPHANT_STEPS,
  HORSE_STEPS,
  KING_STEPS,
  kingPoint,
  PAWN_STEPS,
  POINTS_FROM_EDGE,
  RAYS,
} from './geometry.js';

export interface Move {
  readonly from: number;
  readonly to: number;
}

/** Answers true to end the generation. */
type Visit = (from: number, to: number) => boolean;

type Generate = (board: Board, side: SideBit, from: number, visit: Visit) => boolean;

const NONE: readonly number[] = [];

const stepping =
  (stepsOf: (side: SideBit) => readonly number[][]): Generate =>
  (board, side, from, visit) => {
    for (const to of stepsOf(side)[from] ?? NONE)
      if (!isOf(board[to] ?? 0, side) && visit(from, to)) return true;
    return false;
  };

/** Steps in pairs `to, between`, the second of which must be empty. */
const jumping =
  (pairsByPoint: readonly number[][]): Generate =>
  (board, side, from, visit) => {
    const pairs = pairsByPoint[from] ?? NONE;
    for (let at = 0; at < pairs.length; at += 2) {
      const to = pairs[at] ?? 0;
      if (board[pairs[at + 1] ?? 0] === 0 && !isOf(board[to] ?? 0, side) && visit(from, to)) return true;
    }
    return false;
  };

const someRookMove: Generate = (board, side, from, visit) => {
  for (const ray of RAYS[from] ?? []) {
    for (const to of ray) {
      const man = board[to] ?? 0;
      if (!isOf(man, side) && visit(from, to)) return true;
      if (man !== 0) break;
    }
  }
  return false;
};

const someCannonMoveAlong = (
  board: Board,
  side: SideBit,
  from: number,
  ray: readonly number[],
  visit: Visit,
): boolean => {
  let isScreened = false;
  for (const to of ray) {
    const man = board[to] ?? 0;
    if (!isScreened && man === 0 && visit(from, to)) return true;
    if (man === 0) continue;
    if (isScreened) return !isOf(man, side) && visit(from, to);
    isScreened = true;
  }
  return false;
};

const someCannonMove: Generate = (board, side, from, visit) => {
  for (const ray of RAYS[from] ?? []) if (someCannonMoveAlong(board, side, from, ray, visit)) return true;
  return false;
};

const noMove: Generate = () => false;

/** By kind of man, from the empty point to the pawn. */
const GENERATORS: readonly Generate[] = [
  noMove,
  stepping(() => KING_STEPS),
  stepping(() => ADVISOR_STEPS),
  jumping(ELEPHANT_STEPS),
  jumping(HORSE_STEPS),
  someRookMove,
  someCannonMove,
  stepping((side) => PAWN_STEPS[side >> 3] ?? []),
];

/** Plays a move on the board itself and gives the man it took, for `takeBack`. */
const make = (board: Board, from: number, to: number): number => {
  const taken = board[to] ?? 0;
  board[to] = board[from] ?? 0;
  board[from] = 0;
  return taken;
};

const takeBack = (board: Board, from: number, to: number, taken: number): void => {
  board[from] = board[to] ?? 0;
  board[to] = taken;
};

/** True as soon as `visit` says so of a legal move; `visit` sees the board before the move. */
const someLegalMove = (board: Board, side: SideBit, visit: Visit): boolean => {
  const king = kingPoint(board, side);
  const visitLegal: Visit = (from, to) => {
    const taken = make(board, from, to);
    const isSafe = !isKingAttacked(board, from === king ? to : king, side);
    takeBack(board, from, to, taken);
    return isSafe && visit(from, to);
  };
  for (const from of POINTS_FROM_EDGE[side >> 3] ?? []) {
    const man = board[from] ?? 0;
    if (isOf(man, side) && (GENERATORS[kindOf(man)] ?? noMove)(board, side, from, visitLegal)) return true;
  }
  return false;
};

export const isInCheck = (board: Board, side: SideBit): boolean =>
  isKingAttacked(board, kingPoint(board, side), side);

/** No legal move: mate or stalemate, both lost in xiangqi. */
export const isStuck = (board: Board, side: SideBit): boolean => !someLegalMove(board, side, () => true);

export const legalMoves = (board: Board, side: SideBit): Move[] => {
  const moves: Move[] = [];
  someLegalMove(board, side, (from, to) => {
    moves.push({ from, to });
    return false;
  });
  return moves;
};

/** A legal move that leaves the opponent without one. */
export const hasWinningMove = (board: Board, side: SideBit): boolean =>
  someLegalMove(board, side, (from, to) => isWinning(board, side, { from, to }));

/** A legal move that the opponent cannot answer by winning at once. Source: X, "How to check". */
export const hasSafeMove = (board: Board, side: SideBit): boolean =>
  someLegalMove(board, side, (from, to) => {
    const taken = make(board, from, to);
    const isSafe = !hasWinningMove(board, opponent(side));
    takeBack(board, from, to, taken);
    return isSafe;
  });

/** Whether a move leaves the opponent without one. */
export const isWinning = (board: Board, side: SideBit, { from, to }: Move): boolean => {
  const taken = make(board, from, to);
  const wins = isStuck(board, opponent(side));
  takeBack(board, from, to, taken);
  return wins;
};

export const boardAfter = (board: Board, { from, to }: Move): Board => {
  const next = board.slice();
  make(next, from, to);
  return next;
};
