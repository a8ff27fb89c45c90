import type { StateUpdate } from '@atomicdb/event-store';
import { AnalysisCompleted } from '@atomicdb/events';

/** The table of passes, a fold over the service's own events. */
export const updatePasses: StateUpdate = async (tx, { event }) => {
  if (event.type !== 'AnalysisCompleted') return;
  const pass = event.data;
  await tx.query(
    'insert-pass',
    `insert into passes (pass_id, position, budget_nodes, width, completed_at, event) values ($1, $2, $3, $4, $5, $6)`,
    [
      pass.passId,
      pass.position,
      pass.budgetNodes,
      pass.lines.length,
      pass.completedAt,
      Buffer.from(AnalysisCompleted.encode(pass).finish()),
    ],
  );
};
