import type { Board, SideBit } from './board.js';
import { CANNON, HORSE, KING, opponent, PAWN, ROOK } from './board.js';
import { HORSE_ATTACKS, PAWN_ATTACKS, RAYS } from './geometry.js';

const NONE: readonly number[] = [];

/** A rook, a cannon over one man, or the other general across an open file. */
const isAttackedAlong = (board: Board, ray: readonly number[], enemy: SideBit): boolean => {
  let isScreened = false;
  for (const point of ray) {
    const man = board[point];
    if (man === 0) continue;
    if (isScreened) return man === (CANNON | enemy);
    if (man === (ROOK | enemy) || man === (KING | enemy)) return true;
    isScreened = true;
  }
  return false;
};

const isAttackedByHorse = (board: Board, point: number, enemy: SideBit): boolean => {
  const attacks = HORSE_ATTACKS[point] ?? NONE;
  for (let at = 0; at < attacks.length; at += 2) {
    if (board[attacks[at] ?? 0] === (HORSE | enemy) && board[attacks[at + 1] ?? 0] === 0) return true;
  }
  return false;
};

/**
 * Whether the king of `side` on `king` could be taken. Advisors and elephants never reach it; the other general
 * does along an open file, so that an illegal face to face is a check to both (flying general).
 */
export const isKingAttacked = (board: Board, king: number, side: SideBit): boolean => {
  const enemy = opponent(side);
  for (const ray of RAYS[king] ?? []) if (isAttackedAlong(board, ray, enemy)) return true;
  if (isAttackedByHorse(board, king, enemy)) return true;
  const pawn = PAWN | enemy;
  for (const from of PAWN_ATTACKS[enemy >> 3]?.[king] ?? NONE) if (board[from] === pawn) return true;
  return false;
};
