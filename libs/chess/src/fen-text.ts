import type { Result } from './result.js';
import { ok, refuse } from './result.js';

export interface FenFields {
  readonly board: string;
  readonly turn: string;
  readonly castling: string;
  readonly ep: string;
}

/** What one field of a FEN must look like, or why it is refused. */
export interface FieldRule {
  readonly code: string;
  readonly fits: RegExp | ((field: string) => boolean);
  readonly message: string;
}

export interface FenForm {
  readonly rules: readonly FieldRule[];
  /** How many fields there may be. */
  readonly lengths: readonly number[];
  readonly lengthMessage: string;
}

const MAX_LENGTH = 128;

const COUNTER = /^\d{1,4}$/;

/** Fields five and six of every variant. */
export const COUNTER_RULES: readonly FieldRule[] = [
  {
    code: 'FEN_COUNTER',
    fits: COUNTER,
    message: 'The fifth field, the half-move counter, is a number of one to four digits.',
  },
  {
    code: 'FEN_COUNTER',
    fits: COUNTER,
    message: 'The sixth field, the move number, is a number of one to four digits.',
  },
];

const FILES = 8;
const SLASH = 47;

/** Squares that one character of a board stands for, 0 for one that is none. */
const WIDTHS = new Uint8Array(128);
for (const letter of 'pnbrqkPNBRQK') WIDTHS[letter.charCodeAt(0)] = 1;
for (const digit of '12345678') WIDTHS[digit.charCodeAt(0)] = Number(digit);

const isBoard = (board: string): boolean => {
  let ranks = 1;
  let file = 0;
  for (let at = 0; at < board.length; at++) {
    const code = board.charCodeAt(at);
    if (code === SLASH) {
      if (file !== FILES) return false;
      ranks++;
      file = 0;
      continue;
    }
    const width = WIDTHS[code] ?? 0;
    file += width;
    if (width === 0 || file > FILES) return false;
  }
  return ranks === FILES && file === FILES;
};

const STANDARD_FORM: FenForm = {
  rules: [
    {
      code: 'FEN_BOARD',
      fits: isBoard,
      message:
        'The board needs eight ranks of eight squares, with the letters PNBRQK pnbrqk and digits 1 to 8.',
    },
    { code: 'FEN_TURN', fits: /^[wb]$/, message: 'The second field, the side to move, is w or b.' },
    {
      code: 'FEN_CASTLING',
      fits: /^(-|[KQA-Hkqa-h]+)$/,
      message: 'The third field holds the castling rights: letters of KQkq, or -.',
    },
    {
      code: 'FEN_EP',
      fits: /^(-|[a-h][36])$/,
      message: 'The fourth field is the en-passant square on rank 3 or 6, or -.',
    },
    ...COUNTER_RULES,
  ],
  lengths: [4, 5, 6],
  lengthMessage:
    'A FEN has four to six fields: board, side to move, castling rights, en-passant square, counters.',
};

const fits = ({ fits: rule }: FieldRule, field: string): boolean =>
  typeof rule === 'function' ? rule(field) : rule.test(field);

/** Fields of a FEN as text, in a number that its variant takes. Source: positions.md, "Identity", step 1. */
export const splitFields = (fen: string, { lengths, lengthMessage }: FenForm): Result<readonly string[]> => {
  const text = fen.trim();
  if (text.length > MAX_LENGTH) return refuse('FEN_TOO_LONG', `A FEN has at most ${MAX_LENGTH} characters.`);
  if (/[^ -~]/.test(text))
    return refuse('FEN_CHARACTERS', 'A FEN consists of printable ASCII characters and blanks.');
  const fields = text.includes('  ') ? text.split(/ +/) : text.split(' ');
  return lengths.includes(fields.length) ? ok(fields) : refuse('FEN_FIELDS', lengthMessage);
};

/** The first rule that a field breaks. */
export const brokenRule = (fields: readonly string[], { rules }: FenForm): FieldRule | undefined =>
  rules.find((rule, index) => {
    const field = fields[index];
    return field !== undefined && !fits(rule, field);
  });

/** The counters are checked and erased. */
export const splitFen = (fen: string): Result<FenFields> => {
  const fields = splitFields(fen, STANDARD_FORM);
  if (!fields.ok) return fields;
  const broken = brokenRule(fields.value, STANDARD_FORM);
  if (broken !== undefined) return refuse(broken.code, broken.message);
  const [board = '', turn = '', castling = '', ep = ''] = fields.value;
  return ok({ board, turn, castling, ep });
};

/** Half-move counter of a FEN that a variant has taken, 0 where it has none. */
export const halfmovesOf = (fen: string): number => Number(fen.trim().split(/ +/)[4] ?? 0);
