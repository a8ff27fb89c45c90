import type { PositionKey, RulesVariantName } from './identity.js';
import { parsePosition } from './position.js';
import type { Result } from './result.js';
import { ok } from './result.js';

/** What an arbiter would name as the difference of two positions. */
export type Difference = 'turn' | 'placement' | 'castling' | 'en-passant';

const FIELD_OF: readonly (readonly [Difference, number])[] = [
  ['turn', 1],
  ['placement', 0],
  ['castling', 2],
  ['en-passant', 3],
];

/** Differences of two canonical keys; none when they are the same position. Source: F. */
export const differences = (a: PositionKey, b: PositionKey): Difference[] => {
  const left = a.split(' ');
  const right = b.split(' ');
  return FIELD_OF.filter(([, field]) => left[field] !== right[field]).map(([name]) => name);
};

export const same = (variant: RulesVariantName, a: string, b: string): Result<Difference[]> => {
  const left = parsePosition(variant, a);
  if (!left.ok) return left;
  const right = parsePosition(variant, b);
  return right.ok ? ok(differences(left.value.key, right.value.key)) : right;
};
