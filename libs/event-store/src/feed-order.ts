import type { FeedCursor } from './sql/read-feed';

/** Whether cursor a comes after cursor b in the order (tx_id, position). */
export function isAfter(a: FeedCursor, b: FeedCursor): boolean {
  const [txA = '0', positionA = '0'] = a.split(':');
  const [txB = '0', positionB = '0'] = b.split(':');
  return txA === txB ? BigInt(positionA) > BigInt(positionB) : BigInt(txA) > BigInt(txB);
}
