import type { Closure } from './closure';
import { contenderOf, exactSupport, type Contender } from './contender';
import type { Graph, NodeId } from './graph';
import { compareText } from './pass';
import type { ScoreCp } from './score';
import type { Standing } from './standing';

/** One opened move as its row shows it, from the side to move. Source: backing.md, "What a row shows". */
export interface MoveRow {
  readonly uci: string;
  readonly child: string;
  readonly value: ScoreCp | null;
  readonly kind: Standing['kind'] | 'seeded';
  /** Support as a contender; of a seed, the size of the analysis the line is from; null where exact or none. */
  readonly nodes: number | null;
  /** Moves to the anchor; for a solved child the plies to the end from here, null for a draw. */
  readonly plies: number | null;
  /** Of a seed: the position the line is from. */
  readonly anchor: string | null;
  readonly childClosure: Closure | null;
  /** The child has a pass. */
  readonly isSearched: boolean;
  readonly passes: number;
  readonly isQueued: boolean;
  readonly isRunning: boolean;
}

export interface Row {
  readonly moves: readonly MoveRow[];
  /** The composition line; a move may be searched and queued. */
  readonly searched: number;
  readonly seeded: number;
  readonly queued: number;
}

/** What the row of one move needs beside the graph. */
export interface MoveFacts {
  /** Passes of the child, current and earlier. */
  readonly passes: number;
  readonly isQueued: boolean;
  readonly isRunning: boolean;
  readonly seed: SeedFacts | null;
}

export interface SeedFacts {
  readonly cp: ScoreCp;
  readonly source: string;
  readonly sourceNodes: number;
}

const nothingKnown: MoveFacts = { passes: 0, isQueued: false, isRunning: false, seed: null };

/** @param factsOf by UCI, for the moves of which anything is known */
export function composeRow(graph: Graph, node: NodeId, factsOf: ReadonlyMap<string, MoveFacts>): Row {
  const chosen = graph.standingOf(node).move;
  const ucis = graph.ucisOf(node);
  const entries = graph.childrenOf(node).map((child, index) => {
    const uci = ucis[index] as string;
    return toEntry(graph, uci, child, factsOf.get(uci) ?? nothingKnown);
  });
  const moves = entries.sort((a, b) => compareEntries(a, b, chosen)).map(({ row }) => row);
  const count = (holds: (row: MoveRow) => boolean) => moves.filter(holds).length;
  return {
    moves,
    searched: count(({ isSearched }) => isSearched),
    seeded: count(({ kind }) => kind === 'seeded'),
    queued: count(({ isQueued }) => isQueued),
  };
}

interface Entry {
  readonly row: MoveRow;
  readonly support: number;
  readonly depth: number;
}

function toEntry(graph: Graph, uci: string, child: NodeId, facts: MoveFacts): Entry {
  const contender = contenderOf(graph, uci, child);
  const known = {
    uci,
    child: graph.keyOf(child),
    childClosure: graph.standingOf(child).closure,
    isSearched: graph.passOf(child) !== null,
    passes: facts.passes,
    isQueued: facts.isQueued,
    isRunning: facts.isRunning,
  };
  if (contender === null) return { row: { ...known, ...seedRow(facts.seed) }, support: -1, depth: Infinity };
  const row = { ...known, ...contenderRow(graph, contender) };
  return { row, support: contender.support, depth: contender.plies };
}

type Measure = Pick<MoveRow, 'value' | 'kind' | 'nodes' | 'plies' | 'anchor'>;

function contenderRow(graph: Graph, contender: Contender): Measure {
  const { child, value, support, plies, anchor } = contender;
  const { kind, closure } = graph.standingOf(child);
  return {
    value,
    kind: closure !== null || kind === 'point' ? kind : chainKind(contender),
    nodes: support === exactSupport ? null : support,
    plies: closure === null ? plies : pliesAbove(closure),
    anchor: graph.keyOf(anchor),
  };
}

function chainKind({ isWalked }: Contender): 'walked' | 'backed' {
  return isWalked ? 'walked' : 'backed';
}

function pliesAbove({ plies }: Closure): number | null {
  return plies === null ? null : plies + 1;
}

function seedRow(seed: SeedFacts | null): Measure {
  if (seed === null) return { value: null, kind: 'none', nodes: null, plies: null, anchor: null };
  return { value: seed.cp, kind: 'seeded', nodes: seed.sourceNodes, plies: null, anchor: seed.source };
}

/** By value and nothing else; among equals the chosen move, heavier support, shallower chain, UCI order. */
function compareEntries(a: Entry, b: Entry, chosen: string | null): number {
  const [left, right] = [a.row.value, b.row.value];
  const byUci = compareText(a.row.uci, b.row.uci);
  if (left === null || right === null) return Number(left === null) - Number(right === null) || byUci;
  if (left !== right) return right - left;
  const byChoice = Number(b.row.uci === chosen) - Number(a.row.uci === chosen);
  if (byChoice !== 0 || a.support === b.support) return byChoice || compareDepth(a, b) || byUci;
  return a.support > b.support ? -1 : 1;
}

function compareDepth(a: Entry, b: Entry): number {
  return a.depth === b.depth ? 0 : a.depth - b.depth;
}
