/** Kinds of men; 0 is an empty point. */
export const KING = 1;
export const ADVISOR = 2;
export const ELEPHANT = 3;
export const HORSE = 4;
export const ROOK = 5;
export const CANNON = 6;
export const PAWN = 7;

/** Bit of a man's side; a man is its kind plus its side. */
export const RED = 0;
export const BLACK = 8;
export type SideBit = typeof RED | typeof BLACK;

export const FILES = 9;
export const RANKS = 10;
export const POINTS = FILES * RANKS;

/** Men by point, a1 = 0, b1 = 1, a2 = 9. Mutated only inside one call, which puts every man back. */
export type Board = Uint8Array;

export const kindOf = (man: number): number => man & 7;

export const isOf = (man: number, side: SideBit): boolean => man !== 0 && (man & BLACK) === side;

export const opponent = (side: SideBit): SideBit => (side === RED ? BLACK : RED);

export const fileOf = (point: number): number => point % FILES;

export const rankOf = (point: number): number => Math.floor(point / FILES);

const LETTERS = '-KABNRCP';

export const letterOf = (kind: number): string => LETTERS.charAt(kind);

/** Man by character code; E and H are the other names of elephant and horse. */
const MAN_OF_CODE = new Uint8Array(128);
for (const letter of 'KABNRCPEH') {
  const kind = LETTERS.indexOf({ E: 'B', H: 'N' }[letter] ?? letter);
  MAN_OF_CODE[letter.charCodeAt(0)] = kind | RED;
  MAN_OF_CODE[letter.toLowerCase().charCodeAt(0)] = kind | BLACK;
}

const LETTER_OF_MAN = Array.from({ length: 16 }, (_, man) =>
  (man & BLACK) === RED ? letterOf(man) : letterOf(kindOf(man)).toLowerCase(),
);

const SLASH = 47;
const ZERO = 48;

/** Places one character; gives the file after it, or -1 where the text is no board. */
const place = (board: Board, rank: number, file: number, code: number): number => {
  const man = MAN_OF_CODE[code] ?? 0;
  const empty = code - ZERO;
  if (man === 0) return empty >= 1 && empty <= FILES - file ? file + empty : -1;
  if (file >= FILES) return -1;
  board[rank * FILES + file] = man;
  return file + 1;
};

/** Board of the first field of a FEN, undefined when it is not ten ranks of nine points. */
export const parseBoard = (text: string): Board | undefined => {
  const board = new Uint8Array(POINTS);
  let rank = RANKS - 1;
  let file = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH) {
      if (file !== FILES || rank === 0) return undefined;
      rank--;
      file = 0;
    } else file = place(board, rank, file, code);
    if (file < 0) return undefined;
  }
  return rank === 0 && file === FILES ? board : undefined;
};

const printRank = (board: Board, rank: number): string => {
  let text = '';
  let empty = 0;
  for (let point = rank * FILES; point < (rank + 1) * FILES; point++) {
    const man = board[point] ?? 0;
    if (man === 0) {
      empty++;
      continue;
    }
    text += (empty > 0 ? empty : '') + (LETTER_OF_MAN[man] ?? '');
    empty = 0;
  }
  return empty > 0 ? text + String(empty) : text;
};

export const printBoard = (board: Board): string => {
  let text = printRank(board, RANKS - 1);
  for (let rank = RANKS - 2; rank >= 0; rank--) text += `/${printRank(board, rank)}`;
  return text;
};
