import type { Tx } from '@atomicdb/event-store';

/** The greatest counts, so the order of arrival does not matter. */
export async function raiseDeepest(tx: Tx, position: string, budgetNodes: number): Promise<void> {
  await tx.query(
    'raise-deepest',
    `insert into deepest_passes as known (position, budget_nodes) values ($1, $2)
     on conflict (position) do update set budget_nodes = greatest(known.budget_nodes, excluded.budget_nodes)`,
    [position, budgetNodes],
  );
}
