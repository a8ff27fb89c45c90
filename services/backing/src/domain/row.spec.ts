import { evaluateAll } from './backing';
import { toGraph } from './evaluate-graph';
import { parseGraphFile } from './graph-file';
import { composeRow, type MoveFacts, type Row } from './row';
import { makeScore } from './score';

const none: MoveFacts = { passes: 0, isQueued: false, isRunning: false, seed: null };
const seed = (cp: number) => ({ cp: makeScore(cp), source: 'S', sourceNodes: 512 });
const pass = (nodes: number, cp: number) => ({ passes: [{ nodes, lines: [{ move: 'x', cp }] }] });

function rowOf(positions: Record<string, object>, facts: Record<string, Partial<MoveFacts>> = {}): Row {
  const open = Object.entries(positions).map(([key, position]) => [key, { legal: 20, ...position }]);
  const graph = toGraph(parseGraphFile({ positions: Object.fromEntries(open) }));
  evaluateAll(graph);
  const factsOf = new Map(Object.entries(facts).map(([uci, given]) => [uci, { ...none, ...given }]));
  return composeRow(graph, graph.find('P') as number, factsOf);
}

const ucis = (row: Row) => row.moves.map(({ uci }) => uci);

describe('composeRow', () => {
  it('[PAG-11] [PAG-12] sorts by the value for the side to move and by nothing else', () => {
    const row = rowOf(
      {
        P: { moves: { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' } },
        A: pass(128, 10),
        B: pass(10_000, -20),
        C: pass(128, -40),
        D: {},
        E: {},
      },
      { e: { seed: seed(30) } },
    );
    expect(ucis(row)).toEqual(['c', 'e', 'b', 'a', 'd']);
    expect(row.moves.map(({ value }) => value)).toEqual([40, 30, 20, -10, null]);
  });

  it('puts heavier support first among equals, then the shallower chain, then UCI order', () => {
    const row = rowOf({
      P: { moves: { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' }, legal: 6 },
      A: pass(128, 0),
      B: { moves: { x: 'C' } },
      C: pass(128, 0),
      D: pass(512, 0),
      E: { legal: 0, solved: { status: 'DRAW', closure: 'TERMINAL' } },
    });
    expect(ucis(row)).toEqual(['e', 'd', 'a', 'c', 'b']);
  });

  it('[PAG-08] [PAG-09] [PAG-10] counts what the table is made of; a move may be searched and queued', () => {
    const row = rowOf(
      { P: { moves: { a: 'A', b: 'B', c: 'C', d: 'D' } }, A: pass(128, 0), B: {}, C: {}, D: {} },
      { a: { isQueued: true, passes: 2 }, b: { seed: seed(-5) }, c: { isQueued: true, isRunning: true } },
    );
    expect([row.searched, row.seeded, row.queued]).toEqual([1, 1, 2]);
    expect(row.moves[0]).toMatchObject({
      uci: 'a',
      passes: 2,
      isSearched: true,
      isQueued: true,
      isRunning: false,
    });
  });

  it('shows a seed only where the child has no value, with the analysis it is from', () => {
    const row = rowOf(
      { P: { moves: { a: 'A', b: 'B' } }, A: pass(128, 0), B: {} },
      { a: { seed: seed(99) }, b: { seed: seed(-5) } },
    );
    expect(row.moves[0]).toMatchObject({
      uci: 'a',
      kind: 'point',
      value: 0,
      nodes: 128,
      plies: 1,
      anchor: 'A',
    });
    expect(row.moves[1]).toMatchObject({
      uci: 'b',
      kind: 'seeded',
      value: -5,
      nodes: 512,
      plies: null,
      anchor: 'S',
    });
  });

  it('[PAG-01] shows where each value came from, as the header of the position would quote it', () => {
    const row = rowOf({
      P: { moves: { a: 'A', b: 'B', c: 'C' }, legal: 3 },
      A: { moves: { x: 'L' }, ...pass(512, -10) },
      L: pass(128, -60),
      B: { moves: { x: 'T' } },
      C: { moves: { x: 'D' } },
      T: { legal: 0, solved: { status: 'LOSS', plies: 0, closure: 'TERMINAL' } },
      D: { legal: 0, solved: { status: 'DRAW', closure: 'TERMINAL' } },
    });
    const shown = row.moves.map(({ uci, value, kind, nodes, plies, anchor }) => [
      uci,
      value,
      kind,
      nodes,
      plies,
      anchor,
    ]);
    expect(shown).toEqual([
      ['c', 0, 'walked', 0, 2, 'D'],
      ['a', -60, 'backed', 128, 2, 'L'],
      ['b', -29998, 'solved', null, 2, 'B'],
    ]);
    expect(row.moves[2]?.childClosure).toEqual({ status: 'WIN', gate: 'CHILDREN', plies: 1 });
  });
});
