import fc from 'fast-check';
import {
  MovesOpened,
  PositionsAdded,
  AnalysisCompleted,
  type Closure as ClosureMessage,
} from '@atomicdb/events';
import { Backing, evaluateAll, type ValueEvent } from './backing';
import { createGraph, type Graph } from './graph';
import { notInformed } from './standing';

interface GivenPass {
  readonly passId: string;
  readonly budgetNodes?: number;
  readonly searchedNodes?: number;
  readonly completedAt?: string;
  readonly cps: readonly number[];
}

const added = (position: string, legal: number, closure?: ClosureMessage): ValueEvent => ({
  type: 'PositionsAdded',
  data: PositionsAdded.fromPartial({ positions: [{ position, legal, ...(closure && { closure }) }] }),
});
const opened = (position: string, uci: string, child: string): ValueEvent => ({
  type: 'MovesOpened',
  data: MovesOpened.fromPartial({ position, moves: [{ uci, child }] }),
});
const analysed = (position: string, pass: GivenPass): ValueEvent => ({
  type: 'AnalysisCompleted',
  data: AnalysisCompleted.fromPartial({
    position,
    passId: pass.passId,
    budgetNodes: pass.budgetNodes ?? 128,
    searchedNodes: pass.searchedNodes ?? 128,
    creditedNodes: pass.searchedNodes ?? 128,
    completedAt: pass.completedAt ?? '2030-01-01T00:00:00Z',
    lines: pass.cps.map((cp, index) => ({ rank: index + 1, move: `m${index}`, cp })),
  }),
});

interface RandomPosition {
  readonly spareMoves: number;
  readonly closure: ClosureMessage | undefined;
  readonly children: readonly number[];
  readonly passes: readonly GivenPass[];
}

const closures: (ClosureMessage | undefined)[] = [
  { status: 'LOSS', gate: 'TERMINAL', plies: 0 },
  { status: 'DRAW', gate: 'ADJUDICATED', plies: undefined },
  { status: 'WIN', gate: 'TERMINAL', plies: 3 },
];

const randomPass = fc.record({
  passId: fc.uuid(),
  budgetNodes: fc.constantFrom(128, 512),
  searchedNodes: fc.constantFrom(130, 400),
  completedAt: fc.constantFrom('2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'),
  cps: fc.array(fc.constantFrom(-29990, -50, 0, 50, 29990), { minLength: 1, maxLength: 2 }),
});

const randomPosition = (size: number): fc.Arbitrary<RandomPosition> =>
  fc.record({
    spareMoves: fc.constantFrom(0, 0, 3),
    closure: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.constantFrom(...closures) },
    ),
    children: fc.array(fc.nat(size - 1), { maxLength: 3 }),
    passes: fc.array(randomPass, { maxLength: 2 }),
  });

const randomGraph = fc
  .integer({ min: 1, max: 9 })
  .chain((size) => fc.array(randomPosition(size), { minLength: size, maxLength: size }));

function eventsOf(positions: readonly RandomPosition[]): ValueEvent[] {
  return positions.flatMap(({ spareMoves, closure, children, passes }, index) => {
    const legal = children.length + spareMoves;
    const facts = legal === 0 && closure === undefined ? closures[0] : closure;
    return [
      added(`p${index}`, legal, facts),
      ...children.map((child, move) => opened(`p${index}`, `m${move}`, `p${child}`)),
      ...passes.map((pass) => analysed(`p${index}`, pass)),
    ];
  });
}

function told(graph: Graph): Record<string, unknown> {
  const nodes = Array.from({ length: graph.size }, (_, node) => node);
  return Object.fromEntries(
    nodes.map((node) => {
      const { anchor, ...standing } = graph.standingOf(node);
      return [graph.keyOf(node), { ...standing, anchor: anchor === null ? null : graph.keyOf(anchor) }];
    }),
  );
}

/** Everything from scratch, in the order the graph was drawn. */
function fullEvaluation(events: readonly ValueEvent[]): Record<string, unknown> {
  const gathered = new Backing(createGraph());
  for (const event of events) gathered.apply(event);
  evaluateAll(gathered.graph);
  return told(gathered.graph);
}

const randomOrder = randomGraph.chain((positions) => {
  const events = eventsOf(positions);
  const twice = fc.subarray(events);
  const shuffled = twice.chain((again) =>
    fc.shuffledSubarray([...events, ...again], { minLength: events.length + again.length }),
  );
  return fc.record({ events: fc.constant(events), shuffled, settled: fc.infiniteStream(fc.boolean()) });
});

describe('Backing', () => {
  it('[BAK-06] gives the same values incrementally as from scratch, whatever order the events come in', () => {
    fc.assert(
      fc.property(randomOrder, ({ events, shuffled, settled }) => {
        const backing = new Backing(createGraph());
        for (const event of shuffled) {
          backing.apply(event);
          if (settled.next().value) backing.settle();
        }
        backing.settle();
        expect(told(backing.graph)).toEqual(fullEvaluation(events));
      }),
      { numRuns: 100 },
    );
  });

  it('tells every change of a standing, each from what was told before', () => {
    fc.assert(
      fc.property(randomOrder, ({ shuffled, settled }) => {
        const backing = new Backing(createGraph());
        const mirror: unknown[] = [];
        const settle = () => {
          for (const { node, was, now } of backing.settle()) {
            expect(was).toEqual(node in mirror ? mirror[node] : null);
            mirror[node] = now;
          }
        };
        for (const event of shuffled) {
          backing.apply(event);
          if (settled.next().value) settle();
        }
        settle();
        const { graph } = backing;
        expect(mirror).toEqual(Array.from({ length: graph.size }, (_, node) => graph.standingOf(node)));
      }),
      { numRuns: 60 },
    );
  });

  it('goes on from a stored graph as if it had never stopped', () => {
    fc.assert(
      fc.property(randomOrder, fc.nat(30), ({ events, shuffled }, stop) => {
        const first = new Backing(createGraph());
        for (const event of shuffled.slice(0, stop)) first.apply(event);
        first.settle();
        const second = new Backing(first.graph);
        for (const event of shuffled.slice(stop)) second.apply(event);
        second.settle();
        expect(told(second.graph)).toEqual(fullEvaluation(events));
      }),
      { numRuns: 60 },
    );
  });

  it('[BAK-16] lets no loop support a value: where nothing was analysed or proven, nothing is informed', () => {
    const backing = new Backing(createGraph());
    for (const [parent, child] of ['ab', 'bc', 'ca', 'oa'])
      backing.apply(opened(parent as string, 'm', child as string));
    backing.settle();
    expect(Object.values(told(backing.graph))).toEqual(Array(4).fill(notInformed));
  });

  it('evaluates only what an event can change', () => {
    const backing = new Backing(createGraph());
    const line = Array.from({ length: 50 }, (_, ply) => opened(`q${ply}`, 'm', `q${ply + 1}`));
    line.forEach((event) => backing.apply(event));
    backing.apply(analysed('q25', { passId: 'a', cps: [10] }));
    expect(backing.settle()).toHaveLength(51);
    backing.apply(analysed('q3', { passId: 'b', cps: [500] }));
    expect(backing.settle().map(({ node }) => backing.graph.keyOf(node))).toEqual(['q0', 'q1', 'q2', 'q3']);
  });

  it('hears of a heavier pass on the chain that says the same', () => {
    const backing = new Backing(createGraph());
    const supportOfTop = () => backing.graph.standingOf(backing.graph.find('top') as number).nodes;
    backing.apply(opened('top', 'm', 'mid'));
    backing.apply(opened('mid', 'm', 'end'));
    backing.apply(analysed('end', { passId: 'a', budgetNodes: 512, searchedNodes: 512, cps: [50] }));
    backing.apply(analysed('mid', { passId: 'b', cps: [-90] }));
    backing.settle();
    expect(supportOfTop()).toBe(128);
    backing.apply(analysed('mid', { passId: 'c', budgetNodes: 256, searchedNodes: 256, cps: [-90] }));
    backing.settle();
    expect(supportOfTop()).toBe(256);
  });

  it('settles a line longer than the call stack', () => {
    const backing = new Backing(createGraph());
    const plies = 20_000;
    for (let ply = plies; ply > 0; ply -= 1) backing.apply(opened(`q${ply - 1}`, 'm', `q${ply}`));
    backing.apply(opened(`q${plies}`, 'm', 'q0'));
    backing.apply(analysed('q7', { passId: 'a', cps: [10] }));
    expect(backing.settle()).toHaveLength(plies + 1);
  });
});
