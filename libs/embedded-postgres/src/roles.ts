import { createHmac } from 'node:crypto';

import type { Client } from 'pg';

import { withClient, withDatabase } from './sql';

/** As server_version_num has it: RETURNING old came with it. */
const leastServer = 180_000;

const invalidPassword = '28P01';

export interface ProvisionedRoles {
  /** The database as the service's own role; role and schema have the service's name. */
  roleUrl(service: string): string;
}

/** Derived, so that the superuser's password is the only one stored; the same on every start. */
export function rolePassword(superuserPassword: string, role: string): string {
  return createHmac('sha256', superuserPassword).update(`role:${role}`).digest('base64url');
}

/** Throws when the URL holds no password, as then every role's password could be computed by anyone. */
export function roleUrl(superuserUrl: string, database: string, service: string): string {
  const url = new URL(withDatabase(superuserUrl, database));
  if (url.password === '')
    throw new Error('The PostgreSQL URL needs a password: the roles’ passwords derive from it.');
  url.password = rolePassword(decodeURIComponent(url.password), service);
  url.username = service;
  return url.href;
}

/** Of one service: its own schema, the one in which its tables are made again, and the one for those switched out. */
export function schemasOf(service: string): string[] {
  return [service, `${service}_rebuild`, `${service}_old`];
}

/**
 * Makes the database, and for each service a role and schemas that only this role may use.
 * What exists is brought to the same state, so it may run at every start and from several
 * processes at once (they wait for each other on an advisory lock). Throws a sentence, before it changes anything, where the
 * server is too old, or roles or the database are somebody else's.
 */
export async function provisionRoles(
  superuserUrl: string,
  database: string,
  services: string[],
): Promise<ProvisionedRoles> {
  const urls = new Map(services.map((service) => [service, roleUrl(superuserUrl, database, service)]));
  await withClient(superuserUrl, async (client) => {
    await refuseOldServer(client);
    await client.query(`select pg_advisory_lock(hashtext('atomicdb:provision'))`);
    await createDatabase(client, database);
    const own = await withClient(withDatabase(superuserUrl, database), (inside) => ownIn(inside, services));
    for (const [service, url] of urls) {
      await refuseOtherRole(client, service, own.includes(service) ? null : url);
      await createRole(client, service, new URL(url).password);
    }
    await closeDatabase(client, database, services);
    await withClient(withDatabase(superuserUrl, database), (inside) => createSchemas(inside, services));
  });
  return { roleUrl: (service) => urls.get(service) ?? unknownService(service) };
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const fault = serverFault(rows[0]?.version ?? '', rows[0]?.number ?? 0);
  if (fault !== null) throw new Error(fault);
}

/** One sentence when this server cannot hold the product, else null. */
export function serverFault(version: string, number: number): string | null {
  return number >= leastServer
    ? null
    : `AtomicDB needs PostgreSQL ${leastServer / 10_000} or newer; this is ${version}.`;
}

/** Only the services' roles may connect. A clone of a template starts open again: it keeps no rights. */
export async function closeDatabase(client: Client, database: string, services: string[]): Promise<void> {
  const name = client.escapeIdentifier(database);
  const roles = services.map((service) => client.escapeIdentifier(service));
  await client.query(`revoke all on database ${name} from public`);
  if (roles.length > 0) await client.query(`grant connect on database ${name} to ${roles.join(', ')}`);
}

async function createDatabase(client: Client, database: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
}

/** Services that have their schema there. The database is shut to all others: one that holds anything else is refused. */
async function ownIn(inside: Client, services: string[]): Promise<string[]> {
  const { rows } = await inside.query<{ database: string; name: string }>(
    `select current_database() as database, format('%I.%I', nspname, relname) as name
       from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not (nspname = any($1) and pg_get_userbyid(nspowner) = regexp_replace(nspname, '_(rebuild|old)$', ''))
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      order by name limit 1`,
    [services.flatMap(schemasOf)],
  );
  const [stranger] = rows;
  if (stranger) {
    throw new Error(
      `The database ${stranger.database} holds ${stranger.name}, which is not of AtomicDB: give a database of its own by --postgres.`,
    );
  }
  const schemas = await inside.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1) and pg_get_userbyid(nspowner) = nspname',
    [services],
  );
  return schemas.rows.map(({ name }) => name);
}

/**
 * Roles are of the whole server: one that somebody else made, or that another product has under another password, is not
 * given this one, but refused.
 *
 * @param url as which the role is to be known; null where it is known to be this product's
 */
async function refuseOtherRole(client: Client, role: string, url: string | null): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select coalesce('search_path=' || quote_ident($1) = any(rolconfig), false) and not rolsuper as "isOurs"
       from pg_roles where rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found?.isOurs === false)
    throw new Error(
      `The server has a role ${role} that is not of AtomicDB: give a PostgreSQL without it by --postgres.`,
    );
  if (found === undefined || url === null || (await opens(url))) return;
  throw new Error(
    `The role ${role} of the server has another password, that of another AtomicDB: ` +
      'start this one by the user and password of that one, or on another server.',
  );
}

/** Whether the server takes the password of a URL: it looks at that before it looks at rights. */
function opens(url: string): Promise<boolean> {
  return withClient(url, () => Promise.resolve()).then(
    () => true,
    (error: { code?: string }) => error.code !== invalidPassword,
  );
}

/** In one transaction: a role that is half made would be taken for somebody else's. */
async function createRole(client: Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  await client.query('begin');
  if (rowCount === 0) await client.query(`create role ${name}`);
  // Who is no superuser makes schemas for another role only as its member.
  await client.query(`grant ${name} to current_user with inherit true, set true`);
  await client.query(
    `alter role ${name} login nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
  );
  // On the role, not `in database`: a clone of a template would lose it. It also tells the role from others.
  await client.query(`alter role ${name} set search_path to ${name}`);
  await client.query('commit');
}

async function createSchemas(client: Client, services: string[]): Promise<void> {
  await client.query('revoke all on schema public from public');
  for (const service of services) {
    const role = client.escapeIdentifier(service);
    for (const name of schemasOf(service).map((schema) => client.escapeIdentifier(schema))) {
      await client.query(`create schema if not exists ${name} authorization ${role}`);
      await client.query(`alter schema ${name} owner to ${role}`);
      await client.query(`revoke all on schema ${name} from public`);
    }
  }
}

function unknownService(service: string): never {
  throw new Error(`No role was made for the service ${service}.`);
}
