import {
  comparePlies,
  explainDifferences,
  parsePosition,
  walkLine,
  type RulesPosition,
} from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type { SameAnswer } from '@atomicdb/rest';
import { accept, readLine, readPgnLine, rulesVariant, type LineCall, type NamedLine } from './read-line';

/** Two FENs, or two plies of the line that the call names. */
export interface SameCall extends LineCall {
  readonly a: string;
  readonly b: string;
}

type Pair = readonly [a: RulesPosition, b: RulesPosition];

/** Whether two positions are the same, and else why not. Source: F; positions.md, "Same or not, and why". */
export function compare(call: SameCall): SameAnswer {
  const [a, b] = isOfGame(call) ? pliesOf(call) : fensOf(call);
  const found = explainDifferences(a, b);
  return {
    variant: a.variant,
    same: found.length === 0,
    differs: found.map(({ difference }) => difference),
    words: found.map(({ words }) => words),
    a: { key: a.key, fen: a.fen },
    b: { key: b.key, fen: b.fen },
  };
}

function isOfGame({ moves, pgn }: SameCall): boolean {
  return moves !== undefined || pgn !== undefined;
}

function fensOf(call: SameCall): Pair {
  if (call.fen !== undefined) {
    throw new Rejected(
      'LINE_PLY',
      'A FEN goes with moves and two plies: send moves too, or leave it out.',
      'fen',
    );
  }
  const variant = rulesVariant(call.variant);
  return [accept(parsePosition(variant, call.a), 'a'), accept(parsePosition(variant, call.b), 'b')];
}

function pliesOf(call: SameCall): Pair {
  const line: NamedLine<RulesPosition['variant']> =
    call.pgn === undefined ? readLine(call, rulesVariant(call.variant)) : readPgnLine(call);
  const walk = accept(walkLine(line.start, line.moves), call.pgn === undefined ? 'moves' : 'pgn');
  const [first, second] = [plyOf(call.a), plyOf(call.b)];
  accept(comparePlies(walk, first, second), walk.positions[first] === undefined ? 'a' : 'b');
  return [walk.positions[first] ?? walk.last, walk.positions[second] ?? walk.last];
}

function plyOf(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : NaN;
}
