import type { Closure } from './closure';
import { makeClosure } from './closure';
import { makeScore, type ScoreCp } from './score';

/** A graph as text: abstract keys and move names are allowed. Source: backing.md, "The evaluator as a command". */
export interface GraphFile {
  readonly positions: ReadonlyMap<string, FilePosition>;
}

export interface FilePosition {
  readonly legal: number;
  readonly solved: Closure | null;
  /** Lowest first: the last is the current one. */
  readonly passes: readonly FilePass[];
  readonly moves: ReadonlyMap<string, string>;
}

export interface FilePass {
  readonly nodes: number;
  readonly lines: readonly { readonly move: string; readonly cp: ScoreCp }[];
}

/** The message names the place of the fault. */
export class GraphFileError extends Error {
  constructor(place: string, fault: string) {
    super(`${place}: ${fault}`);
    this.name = 'GraphFileError';
  }
}

/** Throws GraphFileError for anything that is not a whole and consistent graph. */
export function parseGraphFile(json: unknown): GraphFile {
  const source = recordAt('graph', recordAt('graph', json)['positions'], 'positions');
  const positions = new Map(Object.entries(source).map(([key, value]) => [key, parsePosition(key, value)]));
  for (const [key, { moves }] of positions) {
    for (const [uci, child] of moves) {
      if (!positions.has(child)) throw new GraphFileError(`${key}, move ${uci}`, `unknown child ${child}`);
    }
  }
  return { positions };
}

function parsePosition(place: string, json: unknown): FilePosition {
  const source = recordAt(place, json);
  const legal = integerAt(place, source['legal'], 'legal', 0);
  const moves = new Map(
    Object.entries(recordAt(place, source['moves'] ?? {}, 'moves')).map(([uci, child]) => [
      uci,
      textAt(`${place}, move ${uci}`, child, 'child'),
    ]),
  );
  const solved = source['solved'] === undefined ? null : parseSolved(place, source['solved']);
  if (legal === 0 && solved === null) throw new GraphFileError(place, 'legal is 0 and it is not solved');
  if (moves.size > legal) throw new GraphFileError(place, `${moves.size} moves, but legal is ${legal}`);
  const passes = listAt(place, source['passes'] ?? [], 'passes').map((pass, index) =>
    parsePass(`${place}, pass ${index + 1}`, pass),
  );
  return { legal, solved, passes, moves };
}

function parseSolved(place: string, json: unknown): Closure {
  const source = recordAt(place, json, 'solved');
  const plies =
    source['plies'] === null || source['plies'] === undefined
      ? null
      : integerAt(place, source['plies'], 'plies', 0);
  const gate = textAt(place, source['closure'], 'closure');
  if (gate === 'CHILDREN')
    throw new GraphFileError(place, 'solved is given for TERMINAL and ADJUDICATED only');
  return ranged(place, () => makeClosure(textAt(place, source['status'], 'status'), gate, plies));
}

function parsePass(place: string, json: unknown): FilePass {
  const source = recordAt(place, json);
  const lines = listAt(place, source['lines'], 'lines').map((line) => parseLine(place, line));
  if (lines.length === 0) throw new GraphFileError(place, 'no lines');
  const moves = lines.map(({ move }) => move);
  const twice = moves.find((move, index) => moves.indexOf(move) !== index);
  if (twice !== undefined) throw new GraphFileError(place, `move ${twice} twice`);
  return { nodes: integerAt(place, source['nodes'], 'nodes', 1), lines };
}

function parseLine(place: string, json: unknown): FilePass['lines'][number] {
  const source = recordAt(place, json, 'line');
  const cp = source['cp'];
  if (typeof cp !== 'number') throw new GraphFileError(place, 'cp is not a number');
  return { move: textAt(place, source['move'], 'move'), cp: ranged(place, () => makeScore(cp)) };
}

function ranged<T>(place: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new GraphFileError(place, error instanceof RangeError ? error.message : String(error));
  }
}

function recordAt(place: string, json: unknown, name = 'it'): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new GraphFileError(place, `${name} is not an object`);
  }
  return json as Record<string, unknown>;
}

function listAt(place: string, json: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(json)) throw new GraphFileError(place, `${name} is not a list`);
  return json;
}

function textAt(place: string, json: unknown, name: string): string {
  if (typeof json !== 'string') throw new GraphFileError(place, `${name} is not a text`);
  return json;
}

function integerAt(place: string, json: unknown, name: string, least: number): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < least) {
    throw new GraphFileError(place, `${name} is not a whole number from ${least}`);
  }
  return json;
}
