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
import { countMen } from './material.js';

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

const SIDES = [RED, BLACK] as const;

/** Whether a man may stand on a point, by man and point. */
const ALLOWED = Array.from({ length: 16 }, (_, man) => {
  const rule = MAN_RULES.find(({ kind }) => kind === kindOf(man));
  const side = man < BLACK ? RED : BLACK;
  return Array.from({ length: POINTS }, (__, point) => rule?.isPoint(point, side) ?? true);
});

/** Kinds of which a man stands where it cannot, one bit each. */
const misplacedKinds = (board: Board): number => {
  let kinds = 0;
  for (let point = 0; point < POINTS; point++) {
    const man = board[point] ?? 0;
    if (man !== 0 && ALLOWED[man]?.[point] !== true) kinds |= 1 << kindOf(man);
  }
  return kinds;
};

const checkMen = (board: Board): ManRule | undefined => {
  const counts = countMen(board);
  const misplaced = misplacedKinds(board);
  return MAN_RULES.find(({ kind, most }) => {
    const [red = 0, black = 0] = SIDES.map((side) => counts[kind | side]);
    const isMissing = kind === KING && (red === 0 || black === 0);
    return isMissing || red > most || black > most || (misplaced & (1 << kind)) !== 0;
  });
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
  if (board.every((man) => man === 0)) return refuse('POS_EMPTY', 'The board is empty.');
  const broken = checkMen(board);
  if (broken !== undefined) return refuse(broken.code, broken.message);
  const turn = side === 'b' ? BLACK : RED;
  const waiting = opponent(turn);
  if (!isKingAttacked(board, kingPoint(board, waiting), waiting)) return ok({ board, turn });
  return refuse(
    'POS_OPPOSITE_CHECK',
    'The king of the side that is not to move stands in check, or the kings face each other on an open file.',
  );
};
