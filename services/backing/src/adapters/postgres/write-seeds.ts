import type { Tx } from '@atomicdb/event-store';
import type { Seed } from '../../domain/seeds';

/** The latest line stays, whichever came first: the row comparison is `compareSeeds`. */
export async function writeSeeds(tx: Tx, seeds: readonly Seed[]): Promise<void> {
  await tx.query(
    'write-seeds',
    `insert into seeds as kept (position, uci, cp, source, source_nodes, budget_nodes, width, completed_at_ms, pass_id,
                                rank, ply)
     select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::bigint[], $7::int[],
                          $8::bigint[], $9::text[], $10::int[], $11::int[])
     on conflict (position, uci) do update
       set cp = excluded.cp, source = excluded.source, source_nodes = excluded.source_nodes,
           budget_nodes = excluded.budget_nodes, width = excluded.width, completed_at_ms = excluded.completed_at_ms,
           pass_id = excluded.pass_id, rank = excluded.rank, ply = excluded.ply
     where (excluded.budget_nodes, excluded.width, excluded.completed_at_ms, excluded.pass_id, -excluded.rank, -excluded.ply)
         > (kept.budget_nodes, kept.width, kept.completed_at_ms, kept.pass_id, -kept.rank, -kept.ply)`,
    [
      seeds.map(({ position }) => position),
      seeds.map(({ uci }) => uci),
      seeds.map(({ cp }) => cp),
      seeds.map(({ source }) => source),
      seeds.map(({ sourceNodes }) => sourceNodes),
      seeds.map(({ order }) => order.budgetNodes),
      seeds.map(({ order }) => order.width),
      seeds.map(({ order }) => order.completedAtMs),
      seeds.map(({ order }) => order.passId),
      seeds.map(({ rank }) => rank),
      seeds.map(({ ply }) => ply),
    ],
  );
}
