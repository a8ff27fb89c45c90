import type { Tx } from '../transaction';

/** Puts back rows that follow from no event; a row that is there already stays as it is. */
export async function writeKept(
  tx: Tx,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await tx.query(
    `write-kept-${table}`,
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
