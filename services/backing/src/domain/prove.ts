import { drawn, lost, won, type Closure } from './closure';
import { isFullyOpened, type Graph, type NodeId } from './graph';
import { createHeap, type Heap } from './heap';

/**
 * Sets the closure of every member of one component, from those of its children outside, which must be settled. A least
 * fixpoint: a loop proves nothing. Source: backing.md, "Closures (proofs), before any value".
 */
export function proveComponent(graph: Graph, members: readonly NodeId[]): void {
  for (const member of members) graph.setClosure(member, null);
  const inside = new Set(members);
  proveDecisions(graph, inside);
  proveDraws(graph, inside);
}

interface Proof {
  readonly node: NodeId;
  readonly closure: Closure;
}

/**
 * Wins and losses in order of their plies, so that the first proof of a position is its shortest win, and a loss is
 * proved by the last of its moves, the longest.
 */
function proveDecisions(graph: Graph, inside: ReadonlySet<NodeId>): void {
  const proofs = createHeap<Proof>();
  for (const member of inside) offer(graph, proofs, member);
  for (let proof = proofs.pop(); proof !== undefined; proof = proofs.pop()) {
    if (graph.closureOf(proof.node) !== null) continue;
    graph.setClosure(proof.node, proof.closure);
    for (const parent of graph.parentsOf(proof.node)) {
      if (inside.has(parent) && graph.closureOf(parent) === null) offer(graph, proofs, parent);
    }
  }
}

function offer(graph: Graph, proofs: Heap<Proof>, node: NodeId): void {
  const closure = graph.ruleClosureOf(node) ?? decisionOf(graph, node);
  if (closure !== null) proofs.push(closure.plies ?? 0, { node, closure });
}

function decisionOf(graph: Graph, node: NodeId): Closure | null {
  let leastLoss = Infinity;
  let greatestWin = -Infinity;
  let wins = 0;
  for (const child of graph.childrenOf(node)) {
    const closure = graph.closureOf(child);
    if (closure?.status === 'LOSS') leastLoss = Math.min(leastLoss, closure.plies);
    if (closure?.status !== 'WIN') continue;
    wins += 1;
    greatestWin = Math.max(greatestWin, closure.plies);
  }
  if (leastLoss < Infinity) return won(1 + leastLoss);
  return wins > 0 && wins === graph.legalOf(node) ? lost(1 + greatestWin) : null;
}

function proveDraws(graph: Graph, inside: ReadonlySet<NodeId>): void {
  const pending = [...inside];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (graph.closureOf(node) !== null || !isDrawn(graph, node)) continue;
    graph.setClosure(node, drawn);
    pending.push(...graph.parentsOf(node).filter((parent) => inside.has(parent)));
  }
}

/** With a LOSS below, or nothing but WIN, it would have been decided before. */
function isDrawn(graph: Graph, node: NodeId): boolean {
  return (
    isFullyOpened(graph, node) && graph.childrenOf(node).every((child) => graph.closureOf(child) !== null)
  );
}
