import type { Tx } from '@atomicdb/event-store';

/** What the queue knows of a completed analysis. */
export interface PassFact {
  readonly passId: string;
  /** variant:key */
  readonly position: string;
  readonly budgetNodes: number;
}

/** Each pass once, and none that was retracted, whichever came first. What stood in for it goes (migration 0003). */
export async function addPasses(tx: Tx, passes: readonly PassFact[]): Promise<void> {
  await tx.query(
    'add-passes',
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::bigint[]) as pass (pass_id, position, budget_nodes)
     ), stood_in as (
       delete from passes p using given g
        where p.pass_id = 'before 0003 ' || g.position and p.budget_nodes <= g.budget_nodes
     )
     insert into passes (pass_id, position, budget_nodes)
     select * from given g where not exists (select from retracted_passes r where r.pass_id = g.pass_id)
     on conflict (pass_id) do nothing`,
    [
      passes.map(({ passId }) => passId),
      passes.map(({ position }) => position),
      passes.map(({ budgetNodes }) => budgetNodes),
    ],
  );
}
