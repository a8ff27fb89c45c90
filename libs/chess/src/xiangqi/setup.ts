import type { FenForm, FieldRule } from '../fen-text.js';
import { brokenRule, COUNTER_RULES, splitFields } from '../fen-text.js';
import type { Result } from '../result.js';
import { ok, refuse } from '../result.js';
import { isKingAttacked } from './attack.js';
import type { Board, SideBit } from './board.js';
import {
  ADVISOR,
  BLACK,
  CANNON,
  ELEPHANT,
  HORSE,
  KING,
  kindOf,
  opponent,
  parseBoard,
  PAWN,
  POINTS,
  RED,
  ROOK,
} from './board.js';
import { isAdvisorPoint, isElephantPoint, isInPalace, isPawnPoint, kingPoint } from './geometry.js';

export interface Setup {
  readonly board: Board;
  readonly turn: SideBit;
}

/** Parsing the board is its check, so that no board is read twice. */
const BOARD_RULE: FieldRule = {
  code: 'FEN_BOARD',
  fits: () => true,
  message:
    'The board needs ten ranks of nine points, with the letters KABNRCP kabnrcp (E for B, H for N) and digits 1 to 9.',
};

const FORM: FenForm = {
  rules: [
    BOARD_RULE,
    { code: 'FEN_TURN', fits: /^[wrb]$/, message: 'The second field, the side to move, is w, r or b.' },
    {
      code: 'FEN_CASTLING',
      fits: /^-$/,
      message: 'The third field is -, because xiangqi has no castling rights.',
    },
    { code: 'FEN_EP', fits: /^-$/, message: 'The fourth field is -, because xiangqi has no en passant.' },
    ...COUNTER_RULES,
  ],
  lengths: [2, 4, 5, 6],
  lengthMessage: 'A xiangqi FEN has two or four to six fields: board, side to move, -, -, counters.',
};

interface ManRule {
  readonly kind: number;
  readonly most: number;
  readonly isPoint: (point: number, side: SideBit) => boolean;
  readonly code: string;
  readonly message: string;
}

const anywhere = (): boolean => true;

const MAN_RULES: readonly ManRule[] = [
  {
    kind: KING,
    most: 1,
    isPoint: isInPalace,
    code: 'POS_KINGS',
    message: 'Each side has exactly one king, inside its palace.',
  },
  {
    kind: ADVISOR,
    most: 2,
    isPoint: isAdvisorPoint,
    code: 'POS_ADVISORS',
    message: 'A side has at most two advisors, on the five points of its palace that they reach.',
  },
  {
    kind: ELEPHANT,
    most: 2,
    isPoint: isElephantPoint,
    code: 'POS_ELEPHANTS',
    message: 'A side has at most two elephants, on the seven points of its half that they reach.',
  },
  { kind: HORSE, most: 2, isPoint: anywhere, code: 'POS_HORSES', message: 'A side has at most two horses.' },
  { kind: ROOK, most: 2, isPoint: anywhere, code: 'POS_ROOKS', message: 'A side has at most two rooks.' },
  {
    kind: CANNON,
    most: 2,
    isPoint: anywhere,
    code: 'POS_CANNONS',
    message: 'A side has at most two cannons.',
  },
  {
    kind: PAWN,
    most: 5,
    isPoint: isPawnPoint,
    code: 'POS_PAWNS',
    message:
      'A side has at most five pawns, never behind their first rank or beside their file before the river.',
  },
];

const MEN = 16;

const ruleOf = (man: number): ManRule | undefined => MAN_RULES.find(({ kind }) => kind === kindOf(man));

/** How many of a man there may be, by man. */
const MOST = Uint8Array.from({ length: MEN }, (_, man) => ruleOf(man)?.most ?? 0);

/** 1 where a man may stand, by man and point. */
const ALLOWED = Uint8Array.from({ length: MEN * POINTS }, (_, index) => {
  const man = Math.floor(index / POINTS);
  const side = man < BLACK ? RED : BLACK;
  return ruleOf(man)?.isPoint(index % POINTS, side) === true ? 1 : 0;
});

const fitsThere = (man: number, point: number, count: number): boolean =>
  ALLOWED[man * POINTS + point] === 1 && count <= (MOST[man] ?? 0);

const checkMen = (board: Board): ManRule | undefined => {
  const counts = new Uint8Array(MEN);
  let brokenKinds = 0;
  for (let point = 0; point < POINTS; point++) {
    const man = board[point] ?? 0;
    if (man === 0) continue;
    const count = (counts[man] ?? 0) + 1;
    counts[man] = count;
    if (!fitsThere(man, point, count)) brokenKinds |= 1 << kindOf(man);
  }
  if (counts[KING | RED] === 0 || counts[KING | BLACK] === 0) brokenKinds |= 1 << KING;
  return brokenKinds === 0 ? undefined : MAN_RULES.find(({ kind }) => (brokenKinds & (1 << kind)) !== 0);
};

/** Position of untrusted text; a FEN may end after the side to move. Source: positions.md, "Material", last paragraph. */
export const setUp = (fen: string): Result<Setup> => {
  const fields = splitFields(fen, FORM);
  if (!fields.ok) return fields;
  const [text = '', side] = fields.value;
  const board = parseBoard(text);
  if (board === undefined) return refuse(BOARD_RULE.code, BOARD_RULE.message);
  const unfit = brokenRule(fields.value, FORM);
  if (unfit !== undefined) return refuse(unfit.code, unfit.message);
  const broken = checkMen(board);
  if (broken !== undefined && board.every((man) => man === 0))
    return refuse('POS_EMPTY', 'The board is empty: put the two kings on it at least.');
  if (broken !== undefined) return refuse(broken.code, broken.message);
  const turn = side === 'b' ? BLACK : RED;
  const waiting = opponent(turn);
  if (!isKingAttacked(board, kingPoint(board, waiting), waiting)) return ok({ board, turn });
  return refuse(
    'POS_OPPOSITE_CHECK',
    'The side that is not to move stands in check, or the kings face each other on an open file: give it the move, or correct the board.',
  );
};
