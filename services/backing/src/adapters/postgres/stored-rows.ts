import { makeClosure, type Closure } from '../../domain/closure';
import type { Graph } from '../../domain/graph';
import type { Pass } from '../../domain/pass';
import { makeScore } from '../../domain/score';
import type { Kind, Standing } from '../../domain/standing';

/** Rows as they arrive: bigint is text. */
export interface PositionRow {
  readonly position: string;
  readonly legal: number;
  readonly status: string | null;
  readonly gate: string | null;
  readonly plies: number | null;
}

export interface MoveRowStored {
  readonly position: string;
  readonly uci: string;
  readonly child: string;
}

export interface PassRow {
  readonly pass_id: string;
  readonly position: string;
  readonly budget_nodes: string;
  readonly searched_nodes: string;
  readonly completed_at_ms: string;
  readonly line_moves: string[];
  readonly line_cps: number[];
}

export interface ValueRow {
  readonly position: string;
  readonly status: string | null;
  readonly gate: string | null;
  readonly value: number | null;
  readonly kind: Kind;
  readonly move: string | null;
  readonly nodes: string | null;
  readonly plies: number | null;
  readonly anchor: string | null;
  readonly point: number | null;
}

type ClosureColumns = Pick<ValueRow, 'status' | 'gate' | 'plies'>;

export function readClosure({ status, gate, plies }: ClosureColumns): Closure | null {
  return status === null || gate === null ? null : makeClosure(status, gate, plies);
}

export function readPass(row: PassRow): Pass {
  return {
    passId: row.pass_id,
    budgetNodes: Number(row.budget_nodes),
    nodes: Number(row.searched_nodes),
    completedAtMs: Number(row.completed_at_ms),
    lines: row.line_moves.map((move, index) => ({ move, cp: makeScore(row.line_cps[index] ?? NaN) })),
  };
}

export function readStanding(graph: Graph, row: ValueRow): Standing {
  return {
    kind: row.kind,
    closure: readClosure(row),
    value: row.value === null ? null : makeScore(row.value),
    move: row.move,
    nodes: row.nodes === null ? null : Number(row.nodes),
    plies: row.plies,
    anchor: row.anchor === null ? null : graph.intern(row.anchor),
    point: row.point === null ? null : makeScore(row.point),
  };
}
