import type { PositionKey, RulesVariantName } from './identity.js';
import type { LineWalk } from './line.js';
import type { RulesPosition } from './position.js';
import type { Result } from './result.js';
import { ok, refuse } from './result.js';
import type { Difference } from './same.js';
import { differences } from './same.js';

/** One difference with the sentence an arbiter can give to the players. */
export interface Explanation {
  readonly difference: Difference;
  readonly words: string;
}

const MEN: Readonly<Record<string, string>> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};
const XIANGQI_MEN: Readonly<Record<string, string>> = {
  k: 'king',
  a: 'advisor',
  b: 'elephant',
  n: 'horse',
  r: 'rook',
  c: 'cannon',
  p: 'pawn',
};

/** Squares named one by one; more are only counted. */
const MOST_NAMED = 6;

const fieldsOf = (key: PositionKey): readonly [string, string, string, string] => {
  const [board = '', turn = '', castling = '', ep = ''] = key.split(' ');
  return [board, turn, castling, ep];
};

const sideName = (variant: RulesVariantName, isWhite: boolean): string => {
  if (!isWhite) return 'Black';
  return variant === 'xiangqi' ? 'Red' : 'White';
};

/** Letter by square name, of one board field. */
const menOf = (board: string): Map<string, string> => {
  const men = new Map<string, string>();
  const ranks = board.split('/');
  for (const [down, rank] of ranks.entries()) {
    let file = 0;
    for (const letter of rank) {
      const empty = Number(letter);
      if (!empty) men.set(`${'abcdefghi'.charAt(file)}${ranks.length - down}`, letter);
      file += empty || 1;
    }
  }
  return men;
};

const manName = (variant: RulesVariantName, letter: string | undefined): string => {
  if (letter === undefined) return 'empty';
  const names = variant === 'xiangqi' ? XIANGQI_MEN : MEN;
  const side = sideName(variant, letter === letter.toUpperCase()).toLowerCase();
  return `a ${side} ${names[letter.toLowerCase()] ?? letter}`;
};

const explainPlacement = (variant: RulesVariantName, a: string, b: string): string => {
  const [left, right] = [menOf(a), menOf(b)];
  const squares = [...new Set([...left.keys(), ...right.keys()])]
    .filter((square) => left.get(square) !== right.get(square))
    .sort();
  const named = squares.slice(0, MOST_NAMED).map((square) => {
    const [first, second] = [left, right].map((men) => manName(variant, men.get(square)));
    return `${square} (${first}, then ${second})`;
  });
  const more = squares.length > MOST_NAMED ? ` and ${squares.length - MOST_NAMED} more` : '';
  return `The men differ on ${named.join(', ')}${more}.`;
};

const rightsIn = (castling: string): string => {
  const names: Readonly<Record<string, string>> = {
    K: 'White on the king side',
    Q: 'White on the queen side',
    k: 'Black on the king side',
    q: 'Black on the queen side',
  };
  const rights = [...castling].map((right) => names[right] ?? '').filter((name) => name !== '');
  return rights.length === 0 ? 'nobody' : rights.join(', ');
};

const epIn = (ep: string): string => (ep === '-' ? 'no pawn' : `the pawn that passed ${ep}`);

const explain = (
  variant: RulesVariantName,
  difference: Difference,
  [a, b]: readonly [PositionKey, PositionKey],
): string => {
  const [boardA, turnA, castlingA, epA] = fieldsOf(a);
  const [boardB, turnB, castlingB, epB] = fieldsOf(b);
  switch (difference) {
    case 'turn':
      return `${sideName(variant, turnA === 'w')} is to move in the first position, ${sideName(variant, turnB === 'w')} in the second.`;
    case 'placement':
      return explainPlacement(variant, boardA, boardB);
    case 'castling':
      return `The right to castle, blocked or not, belongs to ${rightsIn(castlingA)} in the first position, to ${rightsIn(castlingB)} in the second.`;
    case 'en-passant':
      return `By a legal capture en passant ${epIn(epA)} can be taken in the first position, ${epIn(epB)} in the second.`;
  }
};

/** Every difference of two positions of one variant with its words; none when they are the same position. Source: F. */
export const explainDifferences = (a: RulesPosition, b: RulesPosition): Explanation[] =>
  differences(a.key, b.key).map((difference) => ({
    difference,
    words: explain(a.variant, difference, [a.key, b.key]),
  }));

/** Two moments of one game, plies counted from the start = 0. Refuses `LINE_PLY` for one that the line has not. */
export const comparePlies = (
  { positions }: LineWalk<RulesVariantName>,
  first: number,
  second: number,
): Result<Explanation[]> => {
  const [a, b] = [positions[first], positions[second]];
  if (a !== undefined && b !== undefined) return ok(explainDifferences(a, b));
  return refuse('LINE_PLY', `The plies of this line are whole numbers from 0 to ${positions.length - 1}.`);
};
