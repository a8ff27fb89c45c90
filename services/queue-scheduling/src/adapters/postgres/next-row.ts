import type { Tx } from '@atomicdb/event-store';

/** The head that is served next, and whose list it is at the head of. */
export interface NextRow {
  request_id: string;
  position: string;
  budget_nodes: string;
  account_id: string;
  tag: string;
}

/** First row of the order for a worker that takes these variants up to this rung (0: any). */
export async function nextRow(
  tx: Tx,
  variants: readonly string[],
  maxBudgetNodes: number,
): Promise<NextRow | undefined> {
  const [row] = await tx.query<NextRow>(
    'next-row',
    `select request_id, position, budget_nodes, account_id, tag from commons_order_for($1::text[], $2::bigint) limit 1`,
    [variants, maxBudgetNodes],
  );
  return row;
}
