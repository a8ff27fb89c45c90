import { createHmac } from 'node:crypto';

import type { Client } from 'pg';

import { ownSchemas, refuseOldServer, refuseOtherRole } from './refuse-strangers';
import { maintenanceUrl, withClient, withDatabase } from './sql';

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
 * Makes the database, and for each service a role and schemas that only this role may use. What exists is brought to the
 * same state, so it may run at every start and from several processes at once (they wait for each other on an advisory
 * lock). Throws a sentence, before it changes anything, where the server is too old, or roles or the database are
 * somebody else's.
 */
export async function provisionRoles(
  superuserUrl: string,
  database: string,
  services: string[],
): Promise<ProvisionedRoles> {
  const urls = new Map(services.map((service) => [service, roleUrl(superuserUrl, database, service)]));
  const inside = <T>(work: (client: Client) => Promise<T>) =>
    withClient(withDatabase(superuserUrl, database), work);
  await withClient(maintenanceUrl(superuserUrl), async (client) => {
    await refuseOldServer(client);
    await client.query(`select pg_advisory_lock(hashtext('atomicdb:provision'))`);
    const isThere = await hasDatabase(client, database);
    const own = isThere ? await inside((there) => ownSchemas(there, services.flatMap(schemasOf))) : [];
    for (const [service, url] of urls)
      if (!own.includes(service)) await refuseOtherRole(client, service, url);
    if (!isThere) await client.query(`create database ${client.escapeIdentifier(database)}`);
    for (const [service, url] of urls) await createRole(client, service, new URL(url).password);
    await closeDatabase(client, database, services);
    await inside((there) => createSchemas(there, services));
  });
  return { roleUrl: (service) => urls.get(service) ?? unknownService(service) };
}

/** Only the services' roles may connect. A clone of a template starts open again: it keeps no rights. */
export async function closeDatabase(client: Client, database: string, services: string[]): Promise<void> {
  const name = client.escapeIdentifier(database);
  const roles = services.map((service) => client.escapeIdentifier(service));
  await client.query(`revoke all on database ${name} from public`);
  if (roles.length > 0) await client.query(`grant connect on database ${name} to ${roles.join(', ')}`);
}

async function hasDatabase(client: Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  return rowCount === 1;
}

/** In one transaction: a role that is half made would be taken for somebody else's. */
async function createRole(client: Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  await client.query('begin');
  if (rowCount === 0) await client.query(`create role ${name}`);
  // Who is no superuser makes schemas for another role only as its member.
  await client.query(`grant ${name} to current_user with inherit true, set true`);
  await client.query(`alter role ${name} login password ${client.escapeLiteral(password)}`);
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
