import type { Tx } from '../transaction';

/** Where a service's tables are made again. */
export const shadowOf = (schema: string) => `${schema}_rebuild`;

/** Where tables lie that were switched out. */
export const retiredOf = (schema: string) => `${schema}_old`;

/** An identifier of SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function hasSchema(tx: Tx, schema: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    'has-schema',
    `select to_regnamespace(quote_ident($1)) is not null as found`,
    [schema],
  );
  return row?.found ?? false;
}

/** Sequences and indexes go with their tables. */
const objects = `
  select case relkind when 'v' then 'view' else 'table' end as kind, oid::regclass::text as name
    from pg_class where relnamespace = $1::text::regnamespace and relkind in ('r', 'p', 'v')
  union all
  select 'routine', oid::regprocedure::text from pg_proc where pronamespace = $1::text::regnamespace`;

/** Drops everything in a schema; the schema stays, as its role may not make one. */
export async function clearSchema(tx: Tx, schema: string): Promise<void> {
  const found = await tx.query<{ kind: string; name: string }>('objects-of-schema', objects, [
    quoted(schema),
  ]);
  for (const { kind, name } of found) await tx.query('', `drop ${kind} if exists ${name} cascade`);
}
