import type { AnalysisBlock, AnalysisLine, Gate, HeadlineKind, MoveRow, PositionRow, Status } from './index';

/** One position of a line; ply 0 is the start. Source: positions.md, "Lines". */
export interface LinePlyRow {
  ply: number;
  /** Null at the start. */
  uci: string | null;
  san: string | null;
  key: string;
  /** Canonical FEN. */
  fen: string;
  /** How often this position has stood on the board in this line, this time included. */
  occurrence: number;
  /** From the first return on. */
  repetition: boolean;
  /** What the return is worth for the line: 0, else null. */
  line_value: 0 | null;
  /** The side to move may claim a draw. */
  claimable: boolean;
  /** The game has ended here by itself. */
  automatic: boolean;
}

/** Facts of the path alone, plies counted from the start = 0; null where it never happens. */
export interface LineFacts {
  variant: string;
  plies: LinePlyRow[];
  first_return_ply: number | null;
  threefold_ply: number | null;
  fivefold_ply: number | null;
  /** First ply that meets an earlier position of the line. */
  crossing_ply: number | null;
  /** How the rules stand at the last position. */
  end: { reason: 'ongoing' | 'explosion' | 'checkmate' | 'stalemate' | 'insufficient'; result: string };
  /** Moves with which the side to move may claim a threefold repetition. */
  claimable_with: string[];
}

/** A move row as this line sees it. */
export interface LineMoveRow extends MoveRow {
  /** Ply of the line that the move would come back to; null where it leads on. */
  returns_to_ply: number | null;
  /** Switched off in navigation: the move would re-enter the line. */
  disabled: boolean;
  chip: 'repetition' | null;
}

/** An engine line as this line sees it. */
export interface LineAnalysisLine extends AnalysisLine {
  /** Moves of `pv` up to the first that meets itself or the line being played. */
  shown_plies: number;
  /** Way to the rest: ply of the line, continued by `pv`, that it comes back to; null where it is shown whole. */
  returns_to_ply: number | null;
}

export interface LineAnalysisBlock extends Omit<AnalysisBlock, 'lines' | 'previous'> {
  lines: LineAnalysisLine[];
  previous: (Omit<NonNullable<AnalysisBlock['previous']>, 'lines'> & { lines: LineAnalysisLine[] }) | null;
}

/** The row of the last position on this line; what is stored in it does not depend on the line. */
export interface LineRow extends Omit<PositionRow, 'moves' | 'analysis'> {
  /** False for a position that the tree does not have. */
  known: boolean;
  moves: LineMoveRow[];
  analysis: LineAnalysisBlock | null;
}

/** GET /atomicdb/api/line */
export interface LineAnswer extends LineFacts {
  row: LineRow;
}

/** One row of a walked line: the headline of its position in short. */
export interface WalkedRow extends LinePlyRow {
  /** True when this call added the position. */
  seeded: boolean;
  /** True when this call opened the move that leads here. */
  opened: boolean;
  status: Status;
  closure: Gate | null;
  score: number | null;
  mate: number | null;
  kind: HeadlineKind;
}

/** POST /atomicdb/api/walk */
export interface WalkAnswer extends Omit<LineFacts, 'plies'> {
  /** The line as it was opened: up to the position before the crossing. */
  plies: WalkedRow[];
  /** Why the line ends before the call's did; null where it was walked whole. */
  cut: { ply: number; reason: 'crossing'; returns_to_ply: number } | null;
  /** What this call added. */
  seeded: number;
  opened: number;
  row: LineRow;
}

/** GET /atomicdb/api/same */
export interface SameAnswer {
  variant: string;
  same: boolean;
  differs: ('turn' | 'placement' | 'castling' | 'en-passant')[];
  /** One sentence for each difference, in words an arbiter can use. */
  words: string[];
  a: { key: string; fen: string };
  b: { key: string; fen: string };
}
