import type { StateUpdate, Tx } from '@atomicdb/event-store';
import { AnalysisCompleted } from '@atomicdb/events';

async function insertPass(tx: Tx, pass: AnalysisCompleted): Promise<void> {
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
}

/** The table of passes, a fold over the service's own events. A retracted pass leaves it, and the next best is current. */
export const updatePasses: StateUpdate = async (tx, { event }) => {
  if (event.type === 'AnalysisCompleted') await insertPass(tx, event.data);
  if (event.type === 'AnalysisRetracted')
    await tx.query('delete-pass', `delete from passes where pass_id = $1`, [event.data.passId]);
};
