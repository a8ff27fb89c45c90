import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateGraph } from './evaluate-graph';
import { GraphFileError } from './graph-file';

interface Case {
  readonly about: string;
  readonly graph: unknown;
  readonly expected: { readonly positions: Record<string, Record<string, unknown>> };
}

const folder = join(__dirname, '../../test/cases');
const cases = new Map<string, Case>(
  readdirSync(folder)
    .sort()
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case]),
);

/** Cases whose positions need a rule that is not there yet; `wanted` is compared nowhere yet. */
const notYet = {
  'guard against mate': [
    'draw-needs-every-child-solved',
    'guard-order',
    'mate-against-unanalysed',
    'mate-guard-coverage',
    'mate-guard-edge',
  ],
  'guard against walked gains': [
    'struck-with-permission',
    'walked-back-move',
    'walked-gain-held',
    'walked-round-trip',
    'wanted-lists',
  ],
  'values of loops': [
    'analysis-before-repetition',
    'children-first',
    'loop-complete',
    'loop-one-leaves',
    'nested-rings',
    'repetition-inherited',
    'repetition-leaves-own-loop',
    'repetition-two-loops',
    'ring-1163',
    'ring-bad-exits',
    'row-worth-no-more-than-0',
    'shuffle-bad-exits',
    'shuffle-incomplete',
    'way-out',
  ],
};

/** Claims that a case proves. */
const claims: Record<string, string> = {
  'bound-without-child': '[BAK-12] ',
  closures: '[VAL-08] ',
  'current-pass': '[VAL-03] ',
  'exact-move': '[VAL-14] [VAL-15] ',
  'mate-gain-single-child': '[BAK-15] ',
  'no-depth-gate': '[BAK-02] [BAK-03] ',
  'permission-child-wins': '[BAK-07] [BAK-11] ',
  'permission-lowers': '[BAK-08] [BAK-10] ',
  'thin-weakest-link': '[BAK-23] [VAL-10] ',
  'tie-heavier': '[BAK-04] ',
  'tie-shallower': '[BAK-05] ',
  'weakest-link': '[VAL-11] [VAL-12] ',
};

/** A field absent from the expectation is not compared. */
function disagreements({ graph, expected }: Case): string[] {
  const { positions } = evaluateGraph(graph);
  return Object.entries(expected.positions).flatMap(([key, fields]) => {
    const found = (positions[key] ?? {}) as unknown as Record<string, unknown>;
    const wrong = Object.keys(fields).filter((field) => found[field] !== fields[field]);
    return wrong.map((field) => `${key}.${field}: ${String(found[field])}, not ${String(fields[field])}`);
  });
}

const left = Object.values(notYet).flat().sort();

describe('evaluateGraph', () => {
  it('leaves open exactly the cases that need a guard or the value of a loop', () => {
    const open = [...cases].filter(([, expectation]) => disagreements(expectation).length > 0);
    expect(open.map(([name]) => name)).toEqual(left);
  });

  it.each(
    [...cases].filter(([name]) => !left.includes(name)).map(([name, c]) => [claims[name] ?? '', c.about, c]),
  )('%s%s', (_claims, _about, expectation) => {
    expect(disagreements(expectation)).toEqual([]);
  });

  it('gives the positions in order of code unit', () => {
    const position = { legal: 20 };
    expect(
      Object.keys(evaluateGraph({ positions: { b: position, a: position, B: position } }).positions),
    ).toEqual(['B', 'a', 'b']);
  });
});

describe('a graph file that is not whole', () => {
  const pass = { nodes: 1, lines: [{ move: 'a', cp: 0 }] };
  it.each([
    ['an unknown child', { P: { legal: 2, moves: { a: 'Q' } } }, 'P, move a: unknown child Q'],
    [
      'the same move twice in one pass',
      { P: { legal: 2, passes: [pass, { nodes: 1, lines: [...pass.lines, ...pass.lines] }] } },
      'P, pass 2: move a twice',
    ],
    [
      'less than one node',
      { P: { legal: 2, passes: [{ ...pass, nodes: 0 }] } },
      'P, pass 1: nodes is not a whole number from 1',
    ],
    ['a pass without lines', { P: { legal: 2, passes: [{ nodes: 1, lines: [] }] } }, 'P, pass 1: no lines'],
    [
      'cp out of range',
      { P: { legal: 2, passes: [{ nodes: 1, lines: [{ move: 'a', cp: 30001 }] }] } },
      'P, pass 1: cp 30001 is out of ±30000',
    ],
    [
      'more moves than are legal',
      { P: { legal: 1, moves: { a: 'P', b: 'P' } } },
      'P: 2 moves, but legal is 1',
    ],
    ['no legal move in an open position', { P: { legal: 0 } }, 'P: legal is 0 and it is not solved'],
    [
      'a win without its plies',
      { P: { legal: 0, solved: { status: 'WIN', closure: 'TERMINAL' } } },
      'P: no closure has the status WIN and plies null',
    ],
    [
      'a closure that follows from the moves',
      { P: { legal: 0, solved: { status: 'DRAW', closure: 'CHILDREN' } } },
      'P: solved is given for TERMINAL and ADJUDICATED only',
    ],
  ])('is refused for %s, naming the place', (_fault, positions, message) => {
    expect(() => evaluateGraph({ positions })).toThrow(GraphFileError);
    expect(() => evaluateGraph({ positions })).toThrow(message);
  });

  it('is refused when it is no object at all', () => {
    expect(() => evaluateGraph([])).toThrow('graph: it is not an object');
    expect(() => evaluateGraph({})).toThrow('graph: positions is not an object');
  });
});
