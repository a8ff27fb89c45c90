import { parseCastlingFen } from 'chessops/fen';
import type { Position } from 'chessops/chess';
import { isStandardMaterialSide } from 'chessops/chess';
import type { Setup } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import type { Color } from 'chessops/types';
import { COLORS } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
import type { FenFields } from '../fen-text.js';
import type { Result } from '../result.js';
import { ok, refuse } from '../result.js';
import { readBoard } from './read-board.js';

const SETUP_REFUSALS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  ERR_EMPTY: ['POS_EMPTY', 'The board is empty: put the two kings on it at least.'],
  ERR_KINGS: [
    'POS_KINGS',
    'Each side has exactly one king; in Atomic the side to move may have lost its own.',
  ],
  ERR_OPPOSITE_CHECK: [
    'POS_OPPOSITE_CHECK',
    'The side that is not to move stands in check: give it the move, or correct the board.',
  ],
  ERR_PAWNS_ON_BACKRANK: [
    'POS_PAWNS_ON_BACKRANK',
    'A pawn stands on the first or the last rank: write the piece that it became.',
  ],
};

const KING_HOME: Readonly<Record<Color, number>> = { white: 4, black: 60 };

/** Rights with the king on e1 or e8 and an own rook in the corner: Chess960 set-ups are not supported. */
const cornerRights = ({ board, castlingRights }: Setup): SquareSet => {
  let kept = SquareSet.empty();
  if (castlingRights.isEmpty()) return kept;
  for (const color of COLORS) {
    if (board.kingOf(color) !== KING_HOME[color]) continue;
    const corners = SquareSet.corners().intersect(SquareSet.backrank(color));
    kept = kept.union(castlingRights.intersect(corners).intersect(board.pieces(color, 'rook')));
  }
  return kept;
};

// chessops keeps an en-passant square on which a man stands.
const freeEpSquare = ({ board, epSquare }: Setup): number | undefined =>
  epSquare === undefined || board.occupied.has(epSquare) ? undefined : epSquare;

const validate = (rules: 'atomic' | 'chess', setup: Setup): Result<Position> =>
  setupPosition(rules, setup).unwrap<Result<Position>, Result<Position>>(ok, ({ message }) => {
    const [code, sentence] = SETUP_REFUSALS[message] ?? [
      'POS_VARIANT',
      'This position cannot occur in this variant: correct the board.',
    ];
    return refuse(code, sentence);
  });

/** Eight men can never be too many, whatever they are. */
const hasStandardMaterial = ({ board }: Setup): boolean =>
  COLORS.every((color) => board[color].size() <= 8 || isStandardMaterialSide(board, color));

const CASTLING_REFUSAL = refuse(
  'FEN_CASTLING',
  'The third field names more than two castling rights of one side: write letters of KQkq.',
);

/** chessops' `parseFen` part by part: the counters are erased, and there are neither pockets nor check counters. */
const readSetup = ({ board: men, turn, castling, ep }: FenFields): Result<Setup> => {
  const board = readBoard(men);
  const rights = parseCastlingFen(board, castling);
  if (rights.isErr) return CASTLING_REFUSAL;
  return ok({
    board,
    pockets: undefined,
    turn: turn === 'w' ? 'white' : 'black',
    castlingRights: rights.value,
    epSquare: ep === '-' ? undefined : parseSquare(ep),
    remainingChecks: undefined,
    halfmoves: 0,
    fullmoves: 1,
  });
};

/** A position whose move generation sees exactly the rights that its key names. Source: positions.md, "Identity", steps 2 to 5. */
export const setUp = (rules: 'atomic' | 'chess', fields: FenFields): Result<Position> => {
  const setup = readSetup(fields);
  if (!setup.ok) return setup;
  const raw = setup.value;
  const position = validate(rules, {
    ...raw,
    castlingRights: cornerRights(raw),
    epSquare: freeEpSquare(raw),
  });
  if (!position.ok || hasStandardMaterial(raw)) return position;
  return refuse(
    'POS_MATERIAL',
    'A side has more men than sixteen, or more pieces than its missing pawns can have become: take some off.',
  );
};
