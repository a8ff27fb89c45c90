import type { Headline } from '@atomicdb/events';
import type { Graph } from './graph';
import type { Standing } from './standing';

/** Version of the rules by which values are made; carried by everything that backing publishes. */
export const rulesVersion = 1;

/** A standing as it is published and shown: proven status first, then the backed value, then the own analysis. */
export function toHeadline(graph: Graph, standing: Standing): Headline {
  const { closure, value, kind, move, nodes, plies, anchor } = standing;
  return {
    status: closure?.status ?? 'UNKNOWN',
    closure: closure?.gate ?? '',
    value: value ?? undefined,
    kind,
    move: move ?? '',
    nodes: nodes ?? undefined,
    plies: plies ?? undefined,
    anchor: anchor === null ? '' : graph.keyOf(anchor),
  };
}

export const unknownHeadline: Headline = {
  status: 'UNKNOWN',
  closure: '',
  value: undefined,
  kind: 'none',
  move: '',
  nodes: undefined,
  plies: undefined,
  anchor: '',
};

export function sameHeadline(a: Headline, b: Headline): boolean {
  return (Object.keys(unknownHeadline) as (keyof Headline)[]).every((field) => a[field] === b[field]);
}
