import type { MoveRow } from '@atomicdb/rest';

import { formatCount } from './numbers';

export interface RowGroups {
  /** In the order the API sorted them (backing.md 6). */
  known: MoveRow[];
  /** Replies nobody has opened. */
  unopened: MoveRow[];
}

export function groupRows(moves: readonly MoveRow[]): RowGroups {
  const isUnopened = (row: MoveRow): boolean => row.child === null && row.kind === 'none';
  return {
    known: moves.filter((row) => !isUnopened(row)),
    unopened: moves.filter(isUnopened),
  };
}

/** A legal move of a position that the tree does not have. */
export function unopenedRow(uci: string, san: string, childFen: string): MoveRow {
  return {
    uci,
    san,
    child: null,
    child_fen: childFen,
    value: null,
    mate: null,
    kind: 'none',
    nodes: null,
    plies: null,
    anchor: null,
    child_status: 'UNKNOWN',
    child_closure: null,
    searched: false,
    passes: 0,
    queued: false,
    running: false,
  };
}

export function unopenedText(count: number): string {
  return count === 1 ? '1 reply nobody has opened' : `${formatCount(count)} replies nobody has opened`;
}

export interface Composition {
  searched: number;
  seeded: number;
  queued: number;
}

/** How many moves an engine searched itself, were seeded, are queued (V, "Reading a page"). */
export function compositionText(legal: number, made: Composition): string {
  const of = legal === 1 ? '1 move' : `${formatCount(legal)} moves`;
  return `${of}: ${formatCount(made.searched)} searched, ${formatCount(made.seeded)} seeded, ${formatCount(made.queued)} queued`;
}
