import { evaluateAll } from './backing';
import { createGraph, type Graph, type NodeId } from './graph';
import { parseGraphFile, type GraphFile } from './graph-file';
import { compareText } from './pass';

export interface EvaluatedPosition {
  readonly status: 'UNKNOWN' | 'WIN' | 'LOSS' | 'DRAW';
  readonly closure: string | null;
  readonly value: number | null;
  readonly kind: string;
  readonly move: string | null;
  readonly nodes: number | null;
  readonly plies: number | null;
  readonly anchor: string | null;
  readonly point: number | null;
}

export interface EvaluatedGraph {
  readonly positions: Readonly<Record<string, EvaluatedPosition>>;
}

/**
 * The values of a graph given as JSON, by the code of the service; keys in order of code unit. Throws GraphFileError.
 * Source: backing.md, "The evaluator as a command".
 */
export function evaluateGraph(json: unknown): EvaluatedGraph {
  const graph = toGraph(parseGraphFile(json));
  evaluateAll(graph);
  const nodes = Array.from({ length: graph.size }, (_, node) => node);
  const entries = nodes.map((node) => [graph.keyOf(node), toEvaluated(graph, node)] as const);
  return { positions: Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b))) };
}

export function toGraph(file: GraphFile): Graph {
  const graph = createGraph();
  for (const [key, position] of file.positions) {
    const node = graph.intern(key);
    graph.setFacts(node, position.legal, position.solved);
    const current = position.passes.at(-1);
    const order = { passId: '', budgetNodes: 0, completedAtMs: 0 };
    if (current !== undefined) graph.setPass(node, { ...order, ...current });
    for (const [uci, child] of position.moves) graph.openMove(node, uci, graph.intern(child));
  }
  return graph;
}

function toEvaluated(graph: Graph, node: NodeId): EvaluatedPosition {
  const { closure, anchor, kind, value, move, nodes, plies, point } = graph.standingOf(node);
  return {
    status: closure?.status ?? 'UNKNOWN',
    closure: closure?.gate ?? null,
    value,
    kind,
    move,
    nodes,
    plies,
    anchor: anchor === null ? null : graph.keyOf(anchor),
    point,
  };
}
