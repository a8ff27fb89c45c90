import type { Tx } from '../transaction';

/** Every row of a table that follows from no event, each as a JSON object. */
export async function readKept(tx: Tx, table: string): Promise<Record<string, unknown>[]> {
  const rows = await tx.query<{ row: Record<string, unknown> }>(
    `read-kept-${table}`,
    `select to_jsonb(kept) as row from ${table} as kept order by to_jsonb(kept)::text`,
  );
  return rows.map(({ row }) => row);
}
