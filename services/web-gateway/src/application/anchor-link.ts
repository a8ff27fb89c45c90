import { splitId, type PositionId } from '@atomicdb/chess';
import type { AnchorLink } from '@atomicdb/rest';

/** Key and canonical FEN of a `variant:key` that a service sent; null for none. */
export function toAnchorLink(position: string): AnchorLink | null {
  if (position === '') return null;
  const { key } = splitId(position as PositionId);
  return { key, fen: `${key} 0 1` };
}
