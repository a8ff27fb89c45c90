import type { Material } from '../variant.js';
import { isKingAttacked } from './attack.js';
import type { Board, SideBit } from './board.js';
import { ADVISOR, BLACK, CANNON, ELEPHANT, KING, opponent, POINTS, RED } from './board.js';
import { isAdvisorPoint, isElephantPoint, isInPalace } from './geometry.js';
import type { Force } from './material.js';
import { materialOf } from './material.js';
import { hasSafeMove, hasWinningMove, isInCheck, isStuck } from './moves.js';

/** Two forces without rooks, horses and pawns, the one to move first, in letters as `KBC`. */
export interface Pair {
  readonly mover: string;
  readonly other: string;
}

/** Placements of a pair with red to move, black's mirror them. `unsafe` are drawn ones without a safe move. */
export interface Tally {
  legal: number;
  draw: number;
  mated: number;
  stalemated: number;
  winInOne: number;
  unsafe: number;
}

export const emptyTally = (): Tally => ({
  legal: 0,
  draw: 0,
  mated: 0,
  stalemated: 0,
  winInOne: 0,
  unsafe: 0,
});

const anywhere = (): boolean => true;

const MEN = [
  { letter: 'K', kind: KING, isPoint: isInPalace },
  { letter: 'A', kind: ADVISOR, isPoint: isAdvisorPoint },
  { letter: 'B', kind: ELEPHANT, isPoint: isElephantPoint },
  { letter: 'C', kind: CANNON, isPoint: anywhere },
] as const;

const countOf = (letters: string, letter: string): number => letters.split(letter).length - 1;

const forceOf = (letters: string): Force => ({
  advisors: countOf(letters, 'A'),
  elephants: countOf(letters, 'B'),
  cannons: countOf(letters, 'C'),
});

const UP_TO_TWO = ['', 'A', 'AA'];
const FORCES = ['', 'C'].flatMap((cannons) =>
  UP_TO_TWO.flatMap((elephants) =>
    UP_TO_TWO.map((advisors) => `K${advisors}${elephants.replaceAll('A', 'B')}${cannons}`),
  ),
);

export const materialOfPair = ({ mover, other }: Pair): Material | null =>
  materialOf(forceOf(mover), forceOf(other));

/** Every pair of forces that a claim is made for, both ways round. */
export const claimedPairs = (): Pair[] =>
  FORCES.flatMap((mover) => FORCES.map((other) => ({ mover, other }))).filter(
    (pair) => materialOfPair(pair) !== null,
  );

/** Points of the men of one force, the king's first; `men` are the men in the same order. */
export interface Arrangements {
  readonly men: readonly number[];
  readonly points: readonly (readonly number[])[];
}

const choose = (points: readonly number[], count: number): number[][] => {
  if (count === 0) return [[]];
  return points.flatMap((point, index) =>
    choose(points.slice(index + 1), count - 1).map((rest) => [point, ...rest]),
  );
};

export const arrangementsOf = (letters: string, side: SideBit): Arrangements => {
  const allPoints = Array.from({ length: POINTS }, (_, point) => point);
  let points: number[][] = [[]];
  for (const { letter, isPoint } of MEN) {
    const choices = choose(
      allPoints.filter((point) => isPoint(point, side)),
      countOf(letters, letter),
    );
    points = points.flatMap((taken) =>
      choices
        .filter((choice) => !choice.some((point) => taken.includes(point)))
        .map((choice) => [...taken, ...choice]),
    );
  }
  return {
    men: [...letters].map((letter) => (MEN.find((man) => man.letter === letter)?.kind ?? 0) | side),
    points,
  };
};

/** False, with the board as it was, when a point is taken. */
const place = (board: Board, men: readonly number[], points: readonly number[]): boolean => {
  for (const point of points) if (board[point] !== 0) return false;
  for (let at = 0; at < points.length; at++) board[points[at] ?? 0] = men[at] ?? 0;
  return true;
};

const clear = (board: Board, points: readonly number[]): void => {
  for (const point of points) board[point] = 0;
};

const countPlacement = (board: Board, level: Material['level'] | undefined, tally: Tally): void => {
  tally.legal++;
  if (isStuck(board, RED)) {
    if (isInCheck(board, RED)) tally.mated++;
    else tally.stalemated++;
  } else if (hasWinningMove(board, RED)) tally.winInOne++;
  else {
    tally.draw++;
    if (level === 'check' && !hasSafeMove(board, RED)) tally.unsafe++;
  }
};

/** The placements of one pair, cut into slices by the arrangement of the side to move. */
export interface PairCount {
  readonly pair: Pair;
  readonly slices: number;
  /** Adds the placements of one slice. */
  addSlice(slice: number, tally: Tally): void;
}

export const countPair = (pair: Pair): PairCount => {
  const level = materialOfPair(pair)?.level;
  const movers = arrangementsOf(pair.mover, RED);
  const others = arrangementsOf(pair.other, opponent(RED));
  const board = new Uint8Array(POINTS);
  const addSlice = (slice: number, tally: Tally): void => {
    const points = movers.points[slice] ?? [];
    place(board, movers.men, points);
    for (const theirs of others.points) {
      if (!place(board, others.men, theirs)) continue;
      if (!isKingAttacked(board, theirs[0] ?? 0, BLACK)) countPlacement(board, level, tally);
      clear(board, theirs);
    }
    clear(board, points);
  };
  return { pair, slices: movers.points.length, addSlice };
};

/** All placements of a pair at once. */
export const tallyPair = (pair: Pair): Tally => {
  const count = countPair(pair);
  const tally = emptyTally();
  for (let slice = 0; slice < count.slices; slice++) count.addSlice(slice, tally);
  return tally;
};
