/**
 * JSON bodies of the REST doors, as the web gateway writes them and the website reads them.
 * Nodes and cp are integers, times RFC 3339 UTC, moves UCI with castling e1g1. Source: api.md and V "API".
 */

export type * from './adjudication';
export type * from './lines';

export type Status = 'UNKNOWN' | 'WIN' | 'LOSS' | 'DRAW';
export type Gate = 'TERMINAL' | 'ADJUDICATED' | 'CHILDREN';
export type HeadlineKind = 'solved' | 'backed' | 'walked' | 'repetition' | 'point' | 'none';
export type RowKind = HeadlineKind | 'seeded';

/** The position a number comes from. */
export interface AnchorLink {
  key: string;
  fen: string;
}

/** One legal move of the position asked for; values from its side to move. */
export interface MoveRow {
  uci: string;
  san: string;
  /** Key of the child without variant; null while the move is not opened. */
  child: string | null;
  /** Canonical FEN of the child, opened or not. */
  child_fen: string;
  value: number | null;
  /** Moves to mate, signed; null outside the mate band. */
  mate: number | null;
  kind: RowKind;
  nodes: number | null;
  plies: number | null;
  anchor: AnchorLink | null;
  /** Verdict of the child from its own side to move. */
  child_status: Status;
  child_closure: Gate | null;
  searched: boolean;
  passes: number;
  queued: boolean;
  running: boolean;
}

export interface AnalysisLine {
  rank: number;
  move: string;
  san: string;
  cp: number;
  mate: number | null;
  pv: string[];
  pv_san: string[];
  depth: number;
  seldepth: number;
}

export interface PassSummary {
  pass_id: string;
  budget: number;
  nodes: number;
  width: number;
  cp: number | null;
  move: string | null;
  depth: number;
  completed_at: string;
  account: string | null;
  engine: string;
}

export interface AnalysisBlock {
  lines: AnalysisLine[];
  /** The greatest pass below the current one that was wider. */
  previous: { summary: PassSummary; lines: AnalysisLine[] } | null;
  /** Newest first. */
  passes: PassSummary[];
}

export interface OpenRequest {
  task_id: string;
  budget: number;
  state: 'PENDING' | 'LEASED' | 'DELIVERED';
  requests_ahead: number | null;
  nodes_ahead: number | null;
  /** Last node count the worker reported. */
  progress_nodes: number;
  names: number;
}

/** GET /atomicdb/api/query */
export interface PositionRow {
  variant: string;
  key: string;
  fen: string;
  legal: number;
  status: Status;
  closure: Gate | null;
  /** The headline in cp; null when not informed. */
  score: number | null;
  mate: number | null;
  kind: HeadlineKind;
  eval_cp: number | null;
  point: number | null;
  backed_eval: number | null;
  backed_move: string | null;
  backed_plies: number | null;
  backed_nodes: number | null;
  best_move: string | null;
  anchor: AnchorLink | null;
  walked: boolean;
  repetition: boolean;
  open_questions: { reason: string; position: string }[];
  proof_ignores: string;
  composition: { searched: number; seeded: number; queued: number };
  moves: MoveRow[];
  analysis: AnalysisBlock | null;
  requests: OpenRequest[];
  /** Rung that asking would take; null at the top of the ladder or when solved. */
  next_budget: number | null;
}

/** POST /atomicdb/api/request */
export interface RequestAnswer {
  status: 'queued' | 'joined' | 'already-running' | 'already-yours';
  receipt: string;
  variant: string;
  key: string;
  fen: string;
  task_id: string;
  budget: number;
  seeded: boolean;
  /** Charged account; null for anonymous. */
  account: string | null;
  requests_ahead: number | null;
  nodes_ahead: number | null;
  own_requests_ahead: number | null;
  pending: number;
  cap: number;
  /** Present where `budget` was sent by a caller without the depth slider: the rung is the next one. */
  budget_ignored?: true;
}

/** POST /atomicdb/api/register */
export interface RegisterAnswer {
  /** Name as it was registered. */
  account: string;
}

/** POST /atomicdb/api/my-queue/ */
export interface OwnRequest {
  task_id: string;
  variant: string;
  key: string;
  fen: string;
  budget: number;
  state: 'PENDING' | 'LEASED';
  requests_ahead: number | null;
  nodes_ahead: number | null;
  cancel: string | null;
}

export interface OwnQueue {
  account: string;
  pending: number;
  cap: number;
  requests: OwnRequest[];
}

/** POST /atomicdb/api/queue-cancel/<id>/ */
export interface CancelAnswer {
  status: 'cancelled' | 'left';
  task_id: string;
}

/** GET /atomicdb/api/boards */
export interface BoardRow {
  account: string;
  nodes: number;
  analyses: number;
  positions: number;
}

export interface Board {
  window: 'today' | '7d' | '30d' | 'all';
  rows: BoardRow[];
  fleet_nodes: number;
  fleet_analyses: number;
  nobody_nodes: number;
}

export interface Boards {
  boards: Board[];
}

/** GET /atomicdb/api/queue: one row per account that has something waiting or running. */
export interface QueueRow {
  /** Name; 'anonymous' for the pool. */
  account: string;
  place: number | null;
  tag_distance: number | null;
  waiting_requests: number;
  waiting_nodes: number;
  by_rung: { budget: number; requests: number }[];
  running: number;
  oldest_ask: string | null;
  shared: number;
}

export interface QueuePage {
  rows: QueueRow[];
  /** Decimal string: the clock passes 2^53. */
  clock: string;
  waiting_requests: number;
  waiting_nodes: number;
  running: number;
  ladder: number[];
}

/** GET /atomicdb/api/site: what a page needs to know of this installation. */
export interface SiteFacts {
  variants: { name: string; start_fen: string }[];
  ladder: number[];
  /** 'full', 'laptop' or 'custom'. */
  ladder_name: string;
}

/** Names of the server-sent events of GET /atomicdb/api/events; data is one of these as JSON. */
export interface SiteEvents {
  /** Something that the page of this position shows has changed: read it again. */
  position: { variant: string; key: string };
  /** The queue has changed. */
  queue: Record<string, never>;
  /** A completed analysis changed boards and totals. */
  fleet: Record<string, never>;
  /** What was missed is not known (an unknown Last-Event-ID, a gap behind the gateway): read everything again. */
  reset: Record<string, never>;
}

/** RFC 9457 application/problem+json. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** Stable machine code. */
  code: string;
  /** One sentence on what to do. */
  detail: string;
  instance?: string;
  /** Field the fault is in. */
  field?: string;
  /** Ply of the line or game at which it was refused, counted from 1. */
  ply?: number;
  /** Canonical FEN, in the 404 of a position the tree does not have. */
  fen?: string;
  /** Receipt of the call, where the call leaves one. */
  receipt?: string;
}
