import type { Material } from '../variant.js';
import type { Board, SideBit } from './board.js';
import { ADVISOR, BLACK, CANNON, ELEPHANT, HORSE, PAWN, RED, ROOK } from './board.js';

/** Men of one side that are neither king, rook, horse nor pawn. */
export interface Force {
  readonly advisors: number;
  readonly elephants: number;
  readonly cannons: number;
}

const dead = (rule: string): Material => ({ level: 'dead', rule });
const checked = (rule: string): Material => ({ level: 'check', rule });

/** Every way a claim is made. Source: X, "The only material combinations …" and "How to check". */
const RULES = {
  noCannon: dead('no-cannon'),
  againstElephants: dead('cannon-v-elephants'),
  againstAdvisor: dead('cannon-v-advisor'),
  cannons: dead('cannon-v-cannon'),
  againstTwoAdvisors: checked('cannon-v-two-advisors'),
  elephantsAgainstAdvisor: checked('cannon-and-elephants-v-advisor'),
  cannonsAndElephants: checked('cannon-v-cannon-with-elephants'),
} as const;

const ofOneCannon = (owner: Force, other: Force): Material | null => {
  if (owner.advisors > 0) return null;
  if (other.advisors === 0) return RULES.againstElephants;
  if (owner.elephants === 0) return other.advisors === 1 ? RULES.againstAdvisor : RULES.againstTwoAdvisors;
  return other.advisors === 1 ? RULES.elephantsAgainstAdvisor : null;
};

const ofTwoCannons = (a: Force, b: Force): Material | null => {
  if (a.cannons !== 1 || a.advisors + b.advisors > 0) return null;
  return a.elephants + b.elephants === 0 ? RULES.cannons : RULES.cannonsAndElephants;
};

/** What two forces can never decide, whoever is to move; null for no claim. Source: positions.md, "Material", xiangqi. */
export const materialOf = (a: Force, b: Force): Material | null => {
  switch (a.cannons + b.cannons) {
    case 0:
      return RULES.noCannon;
    case 1:
      return a.cannons === 1 ? ofOneCannon(a, b) : ofOneCannon(b, a);
    case 2:
      return ofTwoCannons(a, b);
    default:
      return null;
  }
};

const forceOf = (counts: Uint8Array, side: SideBit): Force => ({
  advisors: counts[ADVISOR | side] ?? 0,
  elephants: counts[ELEPHANT | side] ?? 0,
  cannons: counts[CANNON | side] ?? 0,
});

const countMen = (board: Board): Uint8Array => {
  const counts = new Uint8Array(16);
  for (const man of board) counts[man] = (counts[man] ?? 0) + 1;
  return counts;
};

const DECIDING_KINDS = [HORSE, ROOK, PAWN];

export const materialOfBoard = (board: Board): Material | null => {
  const counts = countMen(board);
  const isDecidable = DECIDING_KINDS.some(
    (kind) => (counts[kind | RED] ?? 0) + (counts[kind | BLACK] ?? 0) > 0,
  );
  return isDecidable ? null : materialOf(forceOf(counts, RED), forceOf(counts, BLACK));
};
