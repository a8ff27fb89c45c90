import type { Tx } from '../transaction';

/** Migrations that the schema has had beside these; none where it has had none at all. */
export async function otherMigrations(tx: Tx, known: readonly string[]): Promise<string[]> {
  const there = await tx.query('has-migrations', `select where to_regclass('migrations') is not null`);
  if (there.length === 0) return [];
  const rows = await tx.query<{ name: string }>(
    'other-migrations',
    `select name from migrations where name <> all($1::text[]) order by name`,
    [known],
  );
  return rows.map(({ name }) => name);
}
