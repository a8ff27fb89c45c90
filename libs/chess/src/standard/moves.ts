import { kingAttacks } from 'chessops/attacks';
import type { Context, Position } from 'chessops/chess';
import { SquareSet } from 'chessops/squareSet';
import type { NormalMove, Role } from 'chessops/types';
import { kingCastlesTo, makeUci, opposite, parseUci } from 'chessops/util';

const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];
const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;

const isPromotion = (position: Position, from: number, to: number): boolean =>
  position.board.pawn.has(from) && SquareSet.backranks().has(to);

/** chessops spells castling as king takes own rook; engines send and take only e1g1 and its like. */
export const spellMove = (position: Position, move: NormalMove): string => {
  const { from, to } = move;
  const isCastling = position.board.king.has(from) && position.board[position.turn].has(to);
  return makeUci(isCastling ? { from, to: kingCastlesTo(position.turn, to > from ? 'h' : 'a') } : move);
};

const NO_PROMOTION: readonly undefined[] = [undefined];

/** Legal moves as chessops has them, in no order. */
export const rawMoves = (position: Position, context: Context): NormalMove[] => {
  const moves: NormalMove[] = [];
  for (const [from, targets] of position.allDests(context)) {
    for (const to of targets) {
      const roles = isPromotion(position, from, to) ? PROMOTIONS : NO_PROMOTION;
      for (const promotion of roles) moves.push(promotion ? { from, to, promotion } : { from, to });
    }
  }
  return moves;
};

export const listMoves = (position: Position, context: Context): string[] =>
  rawMoves(position, context)
    .map((move) => spellMove(position, move))
    .sort();

export const countMoves = (position: Position, context: Context): number => {
  let count = 0;
  for (const [from, targets] of position.allDests(context)) {
    const promoting = position.board.pawn.has(from) ? targets.intersect(SquareSet.backranks()).size() : 0;
    count += targets.size() + promoting * (PROMOTIONS.length - 1);
  }
  return count;
};

/** Whether the king can step onto an empty square: a legal move that most positions have, found without checks and pins. */
export const hasKingStep = (position: Position): boolean => {
  const { board, turn } = position;
  const king = board.kingOf(turn);
  if (king === undefined) return false;
  const occupied = board.occupied.without(king);
  for (const to of kingAttacks(king).diff(occupied)) {
    if (position.kingAttackers(to, opposite(turn), occupied).isEmpty()) return true;
  }
  return false;
};

const targetSquare = (position: Position, from: number, to: number): number | undefined => {
  if (!position.board.king.has(from) || Math.abs(to - from) !== 2) return to;
  return position.castles.rook[position.turn][to > from ? 'h' : 'a'];
};

/**
 * The legal move that a UCI text names, castling as e1g1 or e1h1; undefined when there is none.
 * chessops' `isLegal` is too kind: it reads a king's move onto any own man as castling.
 */
export const findMove = (position: Position, context: Context, uci: string): NormalMove | undefined => {
  const move = UCI.test(uci) ? parseUci(uci) : undefined;
  if (move === undefined || !('from' in move)) return undefined;
  const { from, promotion } = move;
  const to = targetSquare(position, from, move.to);
  if (to === undefined || !position.dests(from, context).has(to)) return undefined;
  if (isPromotion(position, from, to) !== (promotion !== undefined)) return undefined;
  return promotion === undefined ? { from, to } : { from, to, promotion };
};
