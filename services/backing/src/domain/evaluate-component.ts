import type { Closure } from './closure';
import { compareContenders, contenderOf, exactSupport, type Contender } from './contender';
import { isFree, type Graph, type NodeId } from './graph';
import { compareText, pointOf, type Pass } from './pass';
import { proveComponent } from './prove';
import { scoreOf, type ScoreCp } from './score';
import { notInformed, type Standing } from './standing';
import { stronglyConnected } from './strongly-connected';

/**
 * Settles one strongly connected component from scratch: closures, then what each member stands on. Everything outside
 * that its moves lead to must be settled; what the members stood on before has no influence.
 */
export function evaluateComponent(graph: Graph, members: readonly NodeId[]): void {
  proveComponent(graph, members);
  const open = new Set<NodeId>();
  for (const member of members) {
    const closure = graph.closureOf(member);
    if (closure === null) open.add(member);
    else graph.setStanding(member, standSolved(graph, member, closure));
  }
  for (const loop of loopsAmong(graph, open)) {
    for (const node of loop) graph.setStanding(node, standOpen(graph, node, loop));
  }
}

/** The components that are left when solved positions end the line, children first. */
function loopsAmong(graph: Graph, open: ReadonlySet<NodeId>): ReadonlySet<NodeId>[] {
  if (open.size <= 1) return open.size === 0 ? [] : [open];
  const childrenOf = (node: NodeId) => graph.childrenOf(node);
  return stronglyConnected({ roots: open, childrenOf, includes: (node) => open.has(node) }).map(
    (members) => new Set(members),
  );
}

/**
 * On a loop only the moves that leave it count, so that no loop supports itself. A position that has none keeps its
 * own number, or is not informed.
 */
function standOpen(graph: Graph, node: NodeId, loop: ReadonlySet<NodeId>): Standing {
  const pass = graph.passOf(node);
  const contenders = contendersOf(graph, node, loop);
  const best = contenders.reduce<Contender | null>(
    (found, contender) => (found === null || compareContenders(contender, found) < 0 ? contender : found),
    null,
  );
  const ownCounts = pass !== null && (best === null || !isFree(graph, node));
  if (ownCounts && (best === null || pointOf(pass) >= best.value)) return standOnOwn(node, pass);
  return best === null ? notInformed : standOnChild(best, pass);
}

function contendersOf(graph: Graph, node: NodeId, loop: ReadonlySet<NodeId>): Contender[] {
  const ucis = graph.ucisOf(node);
  return graph.childrenOf(node).flatMap((child, index) => {
    if (loop.has(child)) return [];
    return contenderOf(graph, ucis[index] as string, child) ?? [];
  });
}

/** Own wins every tie. */
function standOnOwn(node: NodeId, pass: Pass): Standing {
  const point = pointOf(pass);
  return { ...notInformed, kind: 'point', value: point, nodes: pass.nodes, plies: 0, anchor: node, point };
}

function standOnChild(best: Contender, pass: Pass | null): Standing {
  return {
    kind: best.isWalked ? 'walked' : 'backed',
    closure: null,
    value: best.value,
    move: best.uci,
    nodes: best.support === exactSupport ? null : best.support,
    plies: best.plies,
    anchor: best.anchor,
    point: ownPoint(pass),
  };
}

function standSolved(graph: Graph, node: NodeId, closure: Closure): Standing {
  return {
    kind: 'solved',
    closure,
    value: scoreOf(closure),
    move: closure.gate === 'CHILDREN' ? realisingMove(graph, node, closure) : null,
    nodes: null,
    plies: closure.plies,
    anchor: node,
    point: ownPoint(graph.passOf(node)),
  };
}

function ownPoint(pass: Pass | null): ScoreCp | null {
  return pass === null ? null : pointOf(pass);
}

/**
 * WIN: the LOSS with the least plies; LOSS: the WIN with the greatest; DRAW: a DRAW; in each case the child that is one
 * ply nearer to the end. UCI order among several. Source: backing.md, "Choice among best contenders".
 */
function realisingMove(graph: Graph, node: NodeId, closure: Closure): string | null {
  const ucis = graph.ucisOf(node);
  const wanted = { WIN: 'LOSS', LOSS: 'WIN', DRAW: 'DRAW' }[closure.status];
  const plies = closure.plies === null ? null : closure.plies - 1;
  const realising = graph.childrenOf(node).flatMap((child, index) => {
    const below = graph.closureOf(child);
    return below?.status === wanted && below.plies === plies ? [ucis[index] as string] : [];
  });
  return realising.sort(compareText)[0] ?? null;
}
