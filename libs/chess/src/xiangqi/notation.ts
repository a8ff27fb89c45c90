import type { Board } from './board.js';
import { fileOf, FILES, kindOf, letterOf, rankOf } from './board.js';
import type { Move } from './moves.js';

const UCI = /^([a-i])(10|[1-9])([a-i])(10|[1-9])$/;
const FILE_LETTERS = 'abcdefghi';

const fileLetter = (point: number): string => FILE_LETTERS.charAt(fileOf(point));

/** a1 to i10. */
export const pointName = (point: number): string => `${fileLetter(point)}${rankOf(point) + 1}`;

export const makeUci = ({ from, to }: Move): string => pointName(from) + pointName(to);

const pointAt = (file: string, rank: string): number =>
  (Number(rank) - 1) * FILES + FILE_LETTERS.indexOf(file);

/** Move of a UCI text, undefined when it is none; legality is another question. */
export const parseUci = (text: string): Move | undefined => {
  const [, fromFile, fromRank, toFile, toRank] = UCI.exec(text) ?? [];
  if (!fromFile || !fromRank || !toFile || !toRank) return undefined;
  return { from: pointAt(fromFile, fromRank), to: pointAt(toFile, toRank) };
};

const origin = ({ from }: Move, rivals: readonly Move[]): string => {
  if (rivals.length === 0) return '';
  if (rivals.every((rival) => fileOf(rival.from) !== fileOf(from))) return fileLetter(from);
  if (rivals.every((rival) => rankOf(rival.from) !== rankOf(from))) return String(rankOf(from) + 1);
  return pointName(from);
};

/** Algebraic notation with the letters of a FEN, without a suffix for check or mate. */
export const makeSan = (board: Board, legal: readonly Move[], move: Move): string => {
  const man = board[move.from] ?? 0;
  const rivals = legal.filter(({ from, to }) => to === move.to && from !== move.from && board[from] === man);
  const takes = board[move.to] === 0 ? '' : 'x';
  return letterOf(kindOf(man)) + origin(move, rivals) + takes + pointName(move.to);
};
