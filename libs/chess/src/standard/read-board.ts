import { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';

const SLASH = 47;
const ZERO = 48;
const NINE = 57;

/** Men of a FEN, and which of the sets below each belongs to. */
const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const COLOURS = ['white', 'black'] as const;
const LETTERS = ['PNBRQK', 'pnbrqk'];
const ROLE_OF = new Uint8Array(128);
const COLOUR_OF = new Uint8Array(128);
for (const [colour, letters] of LETTERS.entries()) {
  for (const [role, letter] of [...letters].entries()) {
    ROLE_OF[letter.charCodeAt(0)] = role;
    COLOUR_OF[letter.charCodeAt(0)] = colour;
  }
}

/** Low and high halves of a set for each role, then of each colour. */
const SETS = ROLES.length + COLOURS.length;

const setOf = (halves: Int32Array, index: number): SquareSet =>
  new SquareSet(halves[2 * index] ?? 0, halves[2 * index + 1] ?? 0);

/** Board of a field that is known to be one, in one pass: chessops' own reader sets every man square by square. */
export const readBoard = (text: string): Board => {
  const halves = new Int32Array(2 * SETS);
  let square = 56;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH) square -= 16;
    else if (code > ZERO && code < NINE) square += code - ZERO;
    else {
      const half = square >> 5;
      const bit = 1 << (square & 31);
      halves[2 * (ROLE_OF[code] ?? 0) + half]! |= bit;
      halves[2 * (ROLES.length + (COLOUR_OF[code] ?? 0)) + half]! |= bit;
      square++;
    }
  }
  const board = Board.empty();
  for (const [index, role] of ROLES.entries()) board[role] = setOf(halves, index);
  for (const [index, colour] of COLOURS.entries()) board[colour] = setOf(halves, ROLES.length + index);
  board.occupied = board.white.union(board.black);
  return board;
};
