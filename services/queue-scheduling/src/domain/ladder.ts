import { Rejected } from '@atomicdb/decider';

/** Rungs in nodes, ascending. */
export type Ladder = readonly number[];

/** The next rung above the deepest completed pass of a position (0: none yet); 0 at the top. */
export function nextRung(ladder: Ladder, deepestNodes: number): number {
  return ladder.find((rung) => rung > deepestNodes) ?? 0;
}

/**
 * The rung that asking takes. A chosen budget never buys a search that exists already: the next rung is the least.
 * Source: queue.md, "Asking", "Which rung".
 */
export function rungToAsk(ladder: Ladder, deepestNodes: number, budgetNodes: number): number {
  if (budgetNodes !== 0 && !ladder.includes(budgetNodes)) {
    throw new Rejected(
      'budget-not-on-ladder',
      `The budget must be one of ${ladder.join(', ')} nodes.`,
      'budget',
    );
  }
  const next = nextRung(ladder, deepestNodes);
  if (next === 0) {
    throw new Rejected(
      'top-of-ladder',
      'The deepest rung has been searched here: there is nothing deeper to ask for.',
    );
  }
  return Math.max(next, budgetNodes);
}
