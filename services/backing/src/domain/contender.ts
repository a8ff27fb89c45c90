import type { Graph, NodeId } from './graph';
import { compareText } from './pass';
import { up, type ScoreCp } from './score';
import type { Standing } from './standing';

/** What a position may stand on besides its own analysis: one opened move to a child that has a value. */
export interface Contender {
  readonly uci: string;
  readonly child: NodeId;
  /** From the side to move of the position. */
  readonly value: ScoreCp;
  /** Smallest pass on the chain below; Infinity for a solved child, 0 where no pass stands on the chain. */
  readonly support: number;
  /** No pass stands on the chain, and the child is no proof itself. */
  readonly isWalked: boolean;
  /** Moves to the anchor. */
  readonly plies: number;
  readonly anchor: NodeId;
}

/** A proof directly below: heavier than any pass. */
export const exactSupport = Infinity;

/** Null for a child that is not informed. Source: backing.md, "Contenders" and "Support". */
export function contenderOf(graph: Graph, uci: string, child: NodeId): Contender | null {
  const standing = graph.standingOf(child);
  if (standing.value === null) return null;
  const value = up(standing.value);
  if (standing.closure !== null) {
    return { uci, child, value, support: exactSupport, isWalked: false, plies: 1, anchor: child };
  }
  const passes = passesOnChain(graph, child, standing);
  return {
    uci,
    child,
    value,
    support: passes.length === 0 ? 0 : Math.min(...passes),
    isWalked: passes.length === 0,
    plies: 1 + (standing.plies ?? 0),
    anchor: standing.anchor ?? child,
  };
}

/** The child's own pass, and the least below it; neither a closure nor a walked chain brings one. */
function passesOnChain(graph: Graph, child: NodeId, standing: Standing): number[] {
  const own = graph.passOf(child)?.nodes ?? null;
  const below = standing.kind === 'backed' ? standing.nodes : null;
  return [own, below].filter((nodes) => nodes !== null);
}

/** The best comes first: greatest value, then heavier support, then the shallower chain, then UCI order. */
export function compareContenders(a: Contender, b: Contender): number {
  if (a.value !== b.value) return b.value - a.value;
  if (a.support !== b.support) return a.support > b.support ? -1 : 1;
  return a.plies - b.plies || compareText(a.uci, b.uci);
}
