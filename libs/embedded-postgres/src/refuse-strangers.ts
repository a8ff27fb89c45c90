import type { Client } from 'pg';

import { withClient } from './sql';

/** As server_version_num has it: RETURNING old came with it. */
const leastServer = 180_000;

/** SQLSTATE of what a server answers to a role whose password it takes: no right to connect, no such database. */
const known = ['42501', '3D000'];
const invalidPassword = '28P01';

/** Every role of the product has it, and nobody else's. */
const isOurs = `coalesce('search_path=' || quote_ident(rolname) = any(rolconfig), false) and not rolsuper`;

/** One sentence when this server cannot hold the product, else null. */
export function serverFault(version: string, number: number): string | null {
  return number >= leastServer
    ? null
    : `AtomicDB needs PostgreSQL ${leastServer / 10_000} or newer; this is ${version}.`;
}

export async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const fault = serverFault(rows[0]?.version ?? '', rows[0]?.number ?? 0);
  if (fault !== null) throw new Error(fault);
}

/**
 * Those of the schemas that the product has there already. The database is shut to all others: one that holds anything,
 * and none of them, is refused.
 */
export async function ownSchemas(inside: Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await inside.query<{ name: string }>(
    `select nspname as name from pg_namespace join pg_roles r on r.oid = nspowner
      where nspname = any($1) and rolname = regexp_replace(nspname, '_(rebuild|old)$', '') and ${isOurs}`,
    [schemas],
  );
  if (rows.length === 0) await refuseOtherTables(inside);
  return rows.map(({ name }) => name);
}

/** What extensions brought along is nobody's. */
async function refuseOtherTables(inside: Client): Promise<void> {
  const { rows } = await inside.query<{ database: string; name: string }>(
    `select current_database() as database, format('%I.%I', nspname, relname) as name
       from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend
                         where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by name limit 1`,
  );
  const [other] = rows;
  if (!other) return;
  throw new Error(
    `The database ${other.database} holds ${other.name}, which is not of AtomicDB: give a database of its own by --postgres.`,
  );
}

/**
 * Roles are of the whole server: one that somebody else made, or that another product has under another password, is not
 * given this one, but refused.
 *
 * @param url as which the role is to be known
 */
export async function refuseOtherRole(client: Client, role: string, url: string): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select ${isOurs} as "isOurs" from pg_roles where rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found?.isOurs === false)
    throw new Error(
      `The server has a role ${role} that is not of AtomicDB: give a PostgreSQL without it by --postgres.`,
    );
  if (found === undefined || (await opens(url))) return;
  throw new Error(
    `The role ${role} of the server has another password, that of another AtomicDB: ` +
      'start this one by the user and password of that one, or on another server; drop the role where there is none.',
  );
}

/** Whether the server takes the password of a URL: it looks at that before anything else. */
async function opens(url: string): Promise<boolean> {
  try {
    await withClient(url, () => Promise.resolve());
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (known.includes(code)) return true;
    if (code === invalidPassword) return false;
    throw error;
  }
}
