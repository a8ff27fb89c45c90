import type { Result } from './result.js';
import { ok, refuse } from './result.js';

export interface FenFields {
  readonly board: string;
  readonly turn: string;
  readonly castling: string;
  readonly ep: string;
}

const MAX_LENGTH = 128;

const isRank = (rank: string): boolean =>
  /^[pnbrqkPNBRQK1-8]+$/.test(rank) && [...rank].reduce((files, c) => files + (Number(c) || 1), 0) === 8;

const isBoard = (board: string): boolean => {
  const ranks = board.split('/');
  return ranks.length === 8 && ranks.every(isRank);
};

const CHECKS = [
  [
    'FEN_BOARD',
    isBoard,
    'The board needs eight ranks of eight squares, with the letters PNBRQK pnbrqk and digits 1 to 8.',
  ],
  ['FEN_TURN', /^[wb]$/, 'The second field, the side to move, is w or b.'],
  [
    'FEN_CASTLING',
    /^(-|[KQA-Hkqa-h]+)$/,
    'The third field holds the castling rights: letters of KQkq, or -.',
  ],
  ['FEN_EP', /^(-|[a-h][36])$/, 'The fourth field is the en-passant square on rank 3 or 6, or -.'],
  ['FEN_COUNTER', /^\d{1,4}$/, 'The fifth field, the half-move counter, is a number of one to four digits.'],
  ['FEN_COUNTER', /^\d{1,4}$/, 'The sixth field, the move number, is a number of one to four digits.'],
] as const;

const refuseField = (field: string, index: number): Result<never> | undefined => {
  const check = CHECKS[index];
  if (check === undefined) return undefined;
  const [code, rule, message] = check;
  const fits = typeof rule === 'function' ? rule(field) : rule.test(field);
  return fits ? undefined : refuse(code, message);
};

/** Fields of a FEN as text; the counters are checked and erased. Source: positions.md, "Identity", step 1. */
export const splitFen = (fen: string): Result<FenFields> => {
  const text = fen.trim();
  if (text.length > MAX_LENGTH) return refuse('FEN_TOO_LONG', `A FEN has at most ${MAX_LENGTH} characters.`);
  if (/[^ -~]/.test(text))
    return refuse('FEN_CHARACTERS', 'A FEN consists of printable ASCII characters and blanks.');
  const fields = text.split(/ +/);
  if (fields.length < 4 || fields.length > 6) {
    return refuse(
      'FEN_FIELDS',
      'A FEN has four to six fields: board, side to move, castling rights, en-passant square, counters.',
    );
  }
  const refusal = fields.map(refuseField).find((found) => found !== undefined);
  const [board = '', turn = '', castling = '', ep = ''] = fields;
  return refusal ?? ok({ board, turn, castling, ep });
};
