import { withClient } from '@atomicdb/testing';

interface Column {
  readonly table: string;
  readonly column: string;
}

/**
 * Copies the rows of every table of the schemas into the same tables of another cluster and sets their sequences, as a
 * restore of a dump does. Both URLs are of the superuser.
 */
export async function copyTables(from: string, to: string, schemas: readonly string[]): Promise<void> {
  await withClient(from, (source) =>
    withClient(to, async (target) => {
      await target.query(`set session_replication_role = replica`);
      const { rows: tables } = await source.query<{ name: string }>(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname = any($1)`,
        [schemas],
      );
      await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
      for (const { name } of tables) {
        const { rows } = await source.query<{ all: string }>(
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as all from ${name} as t`,
        );
        await target.query(
          `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
          [rows[0]?.all],
        );
      }
      const { rows: columns } = await source.query<Column>(
        `select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
          where table_schema = any($1) and pg_get_serial_sequence(table_schema || '.' || table_name, column_name) is not null`,
        [schemas],
      );
      for (const { table, column } of columns) {
        await target.query(
          `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
          [table, column],
        );
      }
    }),
  );
}
