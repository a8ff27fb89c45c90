import fc from 'fast-check';
import { drawn, lost, sameClosure, won, type Closure } from './closure';
import { evaluateAll } from './backing';
import { createGraph, isFullyOpened, type Graph } from './graph';

const size = 8;
const terminal: Closure = { status: 'LOSS', gate: 'TERMINAL', plies: 0 };
const farWin: Closure = { status: 'WIN', gate: 'TERMINAL', plies: 5 };
const dead: Closure = { status: 'DRAW', gate: 'ADJUDICATED', plies: null };

const randomGraph = fc
  .array(
    fc.record({
      spare: fc.constantFrom(0, 0, 0, 1),
      closure: fc.constantFrom(null, null, terminal, farWin, dead),
      children: fc.array(fc.nat(size - 1), { maxLength: 3 }),
    }),
    { minLength: size, maxLength: size },
  )
  .map((positions) => {
    const graph = createGraph();
    positions.forEach((_, node) => graph.intern(`p${node}`));
    positions.forEach(({ spare, closure, children }, node) => {
      graph.setFacts(node, children.length + spare, closure);
      children.forEach((child, index) => graph.openMove(node, `m${index}`, child));
    });
    return graph;
  });

/** The definition read off the page, applied again and again until nothing moves. */
function byDefinition(graph: Graph): (Closure | null)[] {
  const closures: (Closure | null)[] = Array<Closure | null>(graph.size).fill(null);
  for (let moved = true; moved;) {
    moved = false;
    for (let node = 0; node < graph.size; node += 1) {
      const next = graph.ruleClosureOf(node) ?? fromChildren(graph, node, closures);
      if (sameClosure(next, closures[node] ?? null)) continue;
      closures[node] = next;
      moved = true;
    }
  }
  return closures;
}

function fromChildren(graph: Graph, node: number, closures: readonly (Closure | null)[]): Closure | null {
  const below = graph.childrenOf(node).map((child) => closures[child] ?? null);
  const plies = (status: string) =>
    below.flatMap((closure) => (closure?.status === status ? (closure.plies ?? 0) : []));
  const [losses, wins] = [plies('LOSS'), plies('WIN')];
  if (losses.length > 0) return won(1 + Math.min(...losses));
  if (!isFullyOpened(graph, node) || below.includes(null)) return null;
  return wins.length === below.length ? lost(1 + Math.max(...wins)) : drawn;
}

describe('closures', () => {
  it('are the least fixpoint of their definition, with the least plies, loops and all', () => {
    fc.assert(
      fc.property(randomGraph, (graph) => {
        evaluateAll(graph);
        const found = Array.from({ length: graph.size }, (_, node) => graph.closureOf(node));
        expect(found).toEqual(byDefinition(graph));
      }),
      { numRuns: 150 },
    );
  });

  it('are shortened by a shorter win that is found later', () => {
    const graph = createGraph();
    const [top, loss, win] = ['top', 'loss', 'win'].map((key) => graph.intern(key)) as [
      number,
      number,
      number,
    ];
    const mate = graph.intern('mate');
    graph.setFacts(top, 20, null);
    graph.setFacts(loss, 1, null);
    graph.setFacts(win, 20, farWin);
    graph.openMove(top, 'a', loss);
    graph.openMove(loss, 'a', win);
    evaluateAll(graph);
    expect(graph.standingOf(top)).toMatchObject({ value: 29993, plies: 7, move: 'a' });
    graph.setFacts(mate, 0, terminal);
    graph.openMove(top, 'b', mate);
    evaluateAll(graph);
    expect(graph.standingOf(top)).toMatchObject({ value: 29999, plies: 1, move: 'b' });
  });
});
