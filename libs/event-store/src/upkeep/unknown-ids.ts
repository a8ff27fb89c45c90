import type { Tx } from '../transaction';

/** Those of the ids that no event of the store has. */
export async function unknownIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'unknown-ids',
    `select id from unnest($1::uuid[]) as id where not exists (select from events where event_id = id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
