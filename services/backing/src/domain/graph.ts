import type { Closure } from './closure';
import { grantsPermission, type Pass } from './pass';
import type { Standing } from './standing';
import { notInformed } from './standing';

/** Index of a position in one graph; means nothing outside it. */
export type NodeId = number;

/**
 * The transposition graph with what is known of each position, one node per key. Nodes and moves are only ever added,
 * so indices stay valid. Everything else reaches it through this interface, so that its memory can be laid out anew.
 */
export interface Graph {
  readonly size: number;
  /** Undefined for a key the graph lacks. */
  find(key: string): NodeId | undefined;
  /** The node of a key, added with nothing known when it is new. */
  intern(key: string): NodeId;
  keyOf(node: NodeId): string;
  /** Number of legal moves; null until the position itself has been announced. */
  legalOf(node: NodeId): number | null;
  /** The closure that the rules of the variant give. */
  ruleClosureOf(node: NodeId): Closure | null;
  setFacts(node: NodeId, legal: number, ruleClosure: Closure | null): void;
  /** Opened moves: the UCI and the child at the same index. */
  ucisOf(node: NodeId): readonly string[];
  childrenOf(node: NodeId): readonly NodeId[];
  /** One entry for each move into the node. */
  parentsOf(node: NodeId): readonly NodeId[];
  /** False when that move was open already. */
  openMove(node: NodeId, uci: string, child: NodeId): boolean;
  /** The current pass. */
  passOf(node: NodeId): Pass | null;
  setPass(node: NodeId, pass: Pass | null): void;
  /** The proof that holds, by any gate. */
  closureOf(node: NodeId): Closure | null;
  setClosure(node: NodeId, closure: Closure | null): void;
  standingOf(node: NodeId): Standing;
  setStanding(node: NodeId, standing: Standing): void;
}

interface Node {
  readonly key: string;
  legal: number | null;
  ruleClosure: Closure | null;
  readonly ucis: string[];
  readonly children: NodeId[];
  readonly parents: NodeId[];
  pass: Pass | null;
  closure: Closure | null;
  standing: Standing;
}

function emptyNode(key: string): Node {
  return {
    key,
    legal: null,
    ruleClosure: null,
    ucis: [],
    children: [],
    parents: [],
    pass: null,
    closure: null,
    standing: notInformed,
  };
}

export function createGraph(): Graph {
  const nodes: Node[] = [];
  const index = new Map<string, NodeId>();
  const at = (node: NodeId): Node => nodes[node] as Node;
  return {
    get size() {
      return nodes.length;
    },
    find: (key) => index.get(key),
    intern(key) {
      const known = index.get(key);
      if (known !== undefined) return known;
      index.set(key, nodes.length);
      return nodes.push(emptyNode(key)) - 1;
    },
    keyOf: (node) => at(node).key,
    legalOf: (node) => at(node).legal,
    ruleClosureOf: (node) => at(node).ruleClosure,
    setFacts: (node, legal, ruleClosure) => void Object.assign(at(node), { legal, ruleClosure }),
    ucisOf: (node) => at(node).ucis,
    childrenOf: (node) => at(node).children,
    parentsOf: (node) => at(node).parents,
    openMove(node, uci, child) {
      if (at(node).ucis.includes(uci)) return false;
      at(node).ucis.push(uci);
      at(node).children.push(child);
      at(child).parents.push(node);
      return true;
    },
    passOf: (node) => at(node).pass,
    setPass: (node, pass) => void (at(node).pass = pass),
    closureOf: (node) => at(node).closure,
    setClosure: (node, closure) => void (at(node).closure = closure),
    standingOf: (node) => at(node).standing,
    setStanding: (node, standing) => void (at(node).standing = standing),
  };
}

/** Every legal move is opened. */
export function isFullyOpened(graph: Graph, node: NodeId): boolean {
  const legal = graph.legalOf(node);
  return legal !== null && legal > 0 && graph.ucisOf(node).length === legal;
}

/** Every legal move is opened, and every child has been analysed or is solved. Source: backing.md, "Complete". */
export function isComplete(graph: Graph, node: NodeId): boolean {
  const settled = (child: NodeId) => graph.passOf(child) !== null || graph.closureOf(child) !== null;
  return isFullyOpened(graph, node) && graph.childrenOf(node).every(settled);
}

/** The children may lower the position's own number. Source: backing.md, "Free". */
export function isFree(graph: Graph, node: NodeId): boolean {
  const pass = graph.passOf(node);
  return (pass !== null && grantsPermission(pass)) || isComplete(graph, node);
}
