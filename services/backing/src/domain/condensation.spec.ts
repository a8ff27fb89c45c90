import fc from 'fast-check';
import { Condensation } from './condensation';
import { createGraph, type Graph } from './graph';
import { stronglyConnected } from './strongly-connected';

const size = 12;
const randomMoves = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 40 });

function partition(groups: readonly (readonly number[])[]): string[] {
  return groups.map((group) => [...group].sort((a, b) => a - b).join(' ')).sort();
}

function tarjan(graph: Graph): number[][] {
  return stronglyConnected({
    roots: Array.from({ length: graph.size }, (_, node) => node),
    childrenOf: (node) => graph.childrenOf(node),
    includes: () => true,
  });
}

describe('Condensation', () => {
  it('holds the components of the graph, children first, after each new move', () => {
    fc.assert(
      fc.property(randomMoves, fc.nat(40), (moves, start) => {
        const graph = createGraph();
        for (let node = 0; node < size; node += 1) graph.intern(`p${node}`);
        moves.slice(0, start).forEach(([from, to], index) => graph.openMove(from, `m${index}`, to));
        const condensation = new Condensation(graph);
        moves.slice(start).forEach(([from, to], index) => {
          graph.openMove(from, `n${index}`, to);
          condensation.addMove(from, to);
        });
        const components = new Set(Array.from({ length: size }, (_, node) => condensation.componentOf(node)));
        const groups = [...components].map((component) => condensation.membersOf(component));
        expect(partition(groups)).toEqual(partition(tarjan(graph)));
        for (const [from, to] of moves) {
          const [above, below] = [condensation.componentOf(from), condensation.componentOf(to)];
          if (above !== below) expect(condensation.rankOf(below)).toBeLessThan(condensation.rankOf(above));
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('stronglyConnected', () => {
  it('gives every component after those it leads to', () => {
    const graph = createGraph();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => graph.intern(key)) as [
      number,
      number,
      number,
      number,
    ];
    graph.openMove(a, 'm', b);
    graph.openMove(b, 'm', c);
    graph.openMove(c, 'm', b);
    graph.openMove(c, 'n', d);
    expect(tarjan(graph).map((group) => [...group].sort())).toEqual([[d], [b, c], [a]]);
  });
});
