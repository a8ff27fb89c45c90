import { createHash } from 'node:crypto';
import type { Tx } from '../transaction';
import { quoted } from './schemas';

/** Rows of a table and one hash over all of them. */
export interface TableHash {
  readonly rows: number;
  /** SHA-256, hexadecimal: of the pages' hashes, each of the hashes of its rows as text in key order. */
  readonly sha256: string;
}

const pageRows = 5_000;

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

/** The primary key of a table, in the order of its columns. */
function keyOf(tx: Tx, schema: string, table: string): Promise<KeyColumn[]> {
  return tx.query<KeyColumn>(
    'key-of-table',
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_index i
       cross join unnest(i.indkey::int[]) with ordinality as part (attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
      where i.indrelid = to_regclass($1) and i.indisprimary order by part.place`,
    [`${quoted(schema)}.${quoted(table)}`],
  );
}

function pageOf(from: string, key: readonly KeyColumn[], isFirst: boolean): string {
  const columns = key.map(({ name }) => `t.${quoted(name)}`).join(', ');
  const after = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
  const last = key.map(({ name }) => `(array_agg(${quoted(name)}::text order by n desc))[1]`).join(', ');
  return `
    with page as (
      select row_number() over (order by ${columns}) as n, ${columns}, sha256(convert_to(t::text, 'UTF8')) as hash
        from ${from} as t ${isFirst ? '' : `where (${columns}) > (${after})`}
       order by ${columns} limit ${pageRows}
    )
    select count(*)::int as rows, sha256(string_agg(hash, ''::bytea order by n)) as hash, array[${last}] as last
      from page`;
}

interface Page {
  readonly rows: number;
  readonly hash: Buffer | null;
  readonly last: readonly string[];
}

/** Reads page by page; throws for a table without a primary key. */
export async function hashTable(tx: Tx, schema: string, table: string): Promise<TableHash> {
  const key = await keyOf(tx, schema, table);
  if (key.length === 0) throw new Error(`${schema}.${table} has no primary key to compare it by`);
  const from = `${quoted(schema)}.${quoted(table)}`;
  const total = createHash('sha256');
  let rows = 0;
  let page: Page | undefined;
  do {
    const text = pageOf(from, key, page === undefined);
    const found: Page[] = await tx.query('', text, page?.last ?? []);
    page = found[0];
    if (page?.hash) total.update(page.hash);
    rows += page?.rows ?? 0;
  } while (page?.rows === pageRows);
  return { rows, sha256: total.digest('hex') };
}
