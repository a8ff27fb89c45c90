import type { Board, SideBit } from './board.js';
import { BLACK, fileOf, FILES, KING, POINTS, rankOf, RANKS, RED } from './board.js';

/** Where each man may go on an empty board, by point. Worked out once. */

type Offset = readonly [file: number, rank: number];

const ORTHOGONAL: readonly Offset[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const DIAGONAL: readonly Offset[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

const allPoints = Array.from({ length: POINTS }, (_, point) => point);

const shift = (point: number, [file, rank]: Offset): number | undefined => {
  const toFile = fileOf(point) + file;
  const toRank = rankOf(point) + rank;
  const isOnBoard = toFile >= 0 && toFile < FILES && toRank >= 0 && toRank < RANKS;
  return isOnBoard ? toRank * FILES + toFile : undefined;
};

const isDefined = (point: number | undefined): point is number => point !== undefined;

/** Rank seen from the side's own edge of the board, 0 to 9. */
export const ownRank = (point: number, side: SideBit): number =>
  side === RED ? rankOf(point) : RANKS - 1 - rankOf(point);

export const hasCrossedRiver = (point: number, side: SideBit): boolean => ownRank(point, side) > 4;

export const isInPalace = (point: number, side: SideBit): boolean =>
  ownRank(point, side) <= 2 && fileOf(point) >= 3 && fileOf(point) <= 5;

export const isAdvisorPoint = (point: number, side: SideBit): boolean =>
  isInPalace(point, side) && (fileOf(point) + ownRank(point, side)) % 2 === 1;

export const isElephantPoint = (point: number, side: SideBit): boolean => {
  const [file, rank] = [fileOf(point), ownRank(point, side)];
  return rank % 2 === 0 && rank <= 4 && file % 2 === 0 && (file + rank) % 4 === 2;
};

/** A pawn stands on its five files until it has crossed the river, and never behind its first rank. */
export const isPawnPoint = (point: number, side: SideBit): boolean =>
  hasCrossedRiver(point, side) || (ownRank(point, side) >= 3 && fileOf(point) % 2 === 0);

/** All points from the edge of a side onward, so that its king and guards come first; by side bit shifted to 0 or 1. */
export const POINTS_FROM_EDGE = [allPoints, [...allPoints].reverse()];

const PALACES = ([RED, BLACK] as const).map((side) => allPoints.filter((point) => isInPalace(point, side)));

/** -1 on a board without that king. */
export const kingPoint = (board: Board, side: SideBit): number => {
  for (const point of PALACES[side >> 3] ?? []) if (board[point] === (KING | side)) return point;
  return -1;
};

const stepsWithin = (offsets: readonly Offset[], isPoint: (point: number, side: SideBit) => boolean) =>
  allPoints.map((point) => {
    const side = rankOf(point) <= 4 ? RED : BLACK;
    return offsets
      .map((offset) => shift(point, offset))
      .filter((to) => isDefined(to) && isPoint(to, side)) as number[];
  });

export const KING_STEPS = stepsWithin(ORTHOGONAL, isInPalace);
export const ADVISOR_STEPS = stepsWithin(DIAGONAL, isInPalace);

const scale = ([file, rank]: Offset, by: number): Offset => [file * by, rank * by];

/** Pairs `to, eye`: an elephant jumps two points, over an empty eye, on its own side of the river. */
export const ELEPHANT_STEPS = allPoints.map((point) =>
  DIAGONAL.flatMap((offset) => {
    const [to, eye] = [shift(point, scale(offset, 2)), shift(point, offset)];
    const stays = isDefined(to) && isDefined(eye) && rankOf(to) <= 4 === rankOf(point) <= 4;
    return stays ? [to, eye] : [];
  }),
);

const horseOffsets = ORTHOGONAL.flatMap((leg) =>
  DIAGONAL.filter(([file, rank]) => file === leg[0] || rank === leg[1]).map((side) => ({
    leg,
    to: [leg[0] + side[0], leg[1] + side[1]] as const,
  })),
);

/** Pairs `to, leg`: a horse goes one point straight, which must be empty, and one aslant. */
export const HORSE_STEPS = allPoints.map((point) =>
  horseOffsets.flatMap(({ leg, to }) => {
    const [target, blocker] = [shift(point, to), shift(point, leg)];
    return isDefined(target) && isDefined(blocker) ? [target, blocker] : [];
  }),
);

/** Pairs `from, leg` of the horses that attack a point. */
export const HORSE_ATTACKS = allPoints.map((point) =>
  allPoints.flatMap((from) => {
    const steps = HORSE_STEPS[from] ?? [];
    const index = steps.findIndex((to, at) => at % 2 === 0 && to === point);
    return index < 0 ? [] : [from, steps[index + 1] ?? from];
  }),
);

/** Points outward from a point in the four straight directions, files first. */
export const RAYS = allPoints.map((point) =>
  ORTHOGONAL.map((offset) => {
    const ray: number[] = [];
    for (let next = shift(point, offset); isDefined(next); next = shift(next, offset)) ray.push(next);
    return ray;
  }),
);

const pawnSteps = (side: SideBit): number[][] =>
  allPoints.map((point) => {
    const forward: Offset = [0, side === RED ? 1 : -1];
    const offsets = hasCrossedRiver(point, side) ? [forward, [1, 0] as const, [-1, 0] as const] : [forward];
    return offsets.map((offset) => shift(point, offset)).filter(isDefined);
  });

const attackersBy = (steps: readonly number[][]): number[][] =>
  allPoints.map((point) => allPoints.filter((from) => steps[from]?.includes(point)));

/** By side bit shifted to 0 or 1. */
export const PAWN_STEPS = [pawnSteps(RED), pawnSteps(BLACK)];
export const PAWN_ATTACKS = PAWN_STEPS.map(attackersBy);
