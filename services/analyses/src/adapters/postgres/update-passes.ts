import type { StateUpdate, Tx } from '@atomicdb/event-store';
import { AnalysisCompleted } from '@atomicdb/events';

async function insertPasses(tx: Tx, passes: readonly AnalysisCompleted[]): Promise<void> {
  await tx.query(
    'insert-passes',
    `insert into passes (pass_id, position, budget_nodes, width, completed_at, event)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::text[], $6::bytea[])`,
    [
      passes.map(({ passId }) => passId),
      passes.map(({ position }) => position),
      passes.map(({ budgetNodes }) => budgetNodes),
      passes.map(({ lines }) => lines.length),
      passes.map(({ completedAt }) => completedAt),
      passes.map((pass) => Buffer.from(AnalysisCompleted.encode(pass).finish())),
    ],
  );
}

/** The table of passes, a fold over the service's own events. A retracted pass leaves it, and the next best is current. */
export const updatePasses: StateUpdate = async (tx, events) => {
  const completed: AnalysisCompleted[] = [];
  const retracted: string[] = [];
  for (const { event } of events) {
    if (event.type === 'AnalysisCompleted') completed.push(event.data);
    if (event.type === 'AnalysisRetracted') retracted.push(event.data.passId);
  }
  // A pass is completed before it is retracted: both lie in one stream.
  if (completed.length > 0) await insertPasses(tx, completed);
  if (retracted.length > 0)
    await tx.query('delete-passes', `delete from passes where pass_id = any($1::text[])`, [retracted]);
};
