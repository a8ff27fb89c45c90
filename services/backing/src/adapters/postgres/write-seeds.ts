import type { Tx } from '@atomicdb/event-store';
import type { Seed } from '../../domain/seeds';

/** What each pass says of each move, and nothing of a pass that was retracted, whichever came first. */
export async function writeSeeds(tx: Tx, seeds: readonly Seed[]): Promise<void> {
  await tx.query(
    'write-seeds',
    `insert into seeds (position, uci, pass_id, cp, source, source_nodes, budget_nodes, width, completed_at_ms)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::bigint[], $7::bigint[],
                          $8::int[], $9::bigint[])
         as seed (position, uci, pass_id, cp, source, source_nodes, budget_nodes, width, completed_at_ms)
      where not exists (select from retracted_passes r where r.pass_id = seed.pass_id)
     on conflict (position, uci, pass_id) do nothing`,
    [
      seeds.map(({ position }) => position),
      seeds.map(({ uci }) => uci),
      seeds.map(({ order }) => order.passId),
      seeds.map(({ cp }) => cp),
      seeds.map(({ source }) => source),
      seeds.map(({ sourceNodes }) => sourceNodes),
      seeds.map(({ order }) => order.budgetNodes),
      seeds.map(({ order }) => order.width),
      seeds.map(({ order }) => order.completedAtMs),
    ],
  );
}

export async function deleteSeeds(tx: Tx, passIds: readonly string[]): Promise<void> {
  await tx.query('delete-seeds', `delete from seeds where pass_id = any($1::text[])`, [passIds]);
}
