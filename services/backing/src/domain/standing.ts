import { sameClosure, type Closure } from './closure';
import type { NodeId } from './graph';
import type { ScoreCp } from './score';

/**
 * How a position's number came about. Source: backing.md, "What stands".
 * solved: a proof; point: its own analysis; backed: the negamax of its children; walked: the same without any pass on
 * the chain; none: not informed.
 */
export type Kind = 'solved' | 'point' | 'backed' | 'walked' | 'none';

/** What one position stands on. */
export interface Standing {
  readonly kind: Kind;
  readonly closure: Closure | null;
  readonly value: ScoreCp | null;
  /** UCI of the move the number comes through; null for point, none and the gates of the rules. */
  readonly move: string | null;
  /** Support: the smallest pass on the chain; null where it is exact or there is none. */
  readonly nodes: number | null;
  /** Moves to the anchor; for solved the plies to the end, null for a draw. */
  readonly plies: number | null;
  /** Position whose analysis or closure the number is. */
  readonly anchor: NodeId | null;
  /** Score of its own current pass, whatever it stands on. */
  readonly point: ScoreCp | null;
}

export const notInformed: Standing = {
  kind: 'none',
  closure: null,
  value: null,
  move: null,
  nodes: null,
  plies: null,
  anchor: null,
  point: null,
};

export function sameStanding(a: Standing, b: Standing): boolean {
  return (
    a.kind === b.kind &&
    a.value === b.value &&
    a.move === b.move &&
    a.nodes === b.nodes &&
    a.plies === b.plies &&
    a.anchor === b.anchor &&
    a.point === b.point &&
    sameClosure(a.closure, b.closure)
  );
}
