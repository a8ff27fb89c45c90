import type { FeedCursor } from './sql/read-feed';

/** Whether cursor a comes after cursor b in the order (tx_id, position). */
export function isAfter(a: FeedCursor, b: FeedCursor): boolean {
  const [txA = '0', positionA = '0'] = a.split(':');
  const [txB = '0', positionB = '0'] = b.split(':');
  return (compareWhole(txA, txB) || compareWhole(positionA, positionB)) > 0;
}

/** Whole numbers in decimal without leading zeros; a rebuild compares some for every event. */
function compareWhole(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
