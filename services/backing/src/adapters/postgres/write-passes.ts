import type { Tx } from '@atomicdb/event-store';
import type { Pass } from '../../domain/pass';

export interface PassWrite {
  readonly position: string;
  readonly pass: Pass;
}

/** Moves and scores of a pass go as one text each: arrays of unequal lengths make no array of arrays. */
export async function writePasses(tx: Tx, passes: readonly PassWrite[]): Promise<void> {
  await tx.query(
    'write-passes',
    `insert into passes (pass_id, position, budget_nodes, searched_nodes, completed_at_ms, line_moves, line_cps)
     select pass_id, position, budget_nodes, searched_nodes, completed_at_ms,
            string_to_array(moves, ' '), string_to_array(cps, ' ')::int[]
       from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])
         as pass (pass_id, position, budget_nodes, searched_nodes, completed_at_ms, moves, cps)
     on conflict (pass_id) do nothing`,
    [
      passes.map(({ pass }) => pass.passId),
      passes.map(({ position }) => position),
      passes.map(({ pass }) => pass.budgetNodes),
      passes.map(({ pass }) => pass.nodes),
      passes.map(({ pass }) => pass.completedAtMs),
      passes.map(({ pass }) => pass.lines.map(({ move }) => move).join(' ')),
      passes.map(({ pass }) => pass.lines.map(({ cp }) => cp).join(' ')),
    ],
  );
}
