import { createHash, randomUUID } from 'node:crypto';
import {
  closeDatabase,
  provisionRoles,
  roleUrl,
  withClient,
  withDatabase,
} from '@atomicdb/embedded-postgres';
import { sharedPostgres } from '../run/shared-parts';

export type RoleUrl = (service: string) => string;

export interface FreshDatabase {
  /** The database as the role of one service. */
  roleUrl: RoleUrl;
  /** The same database as the superuser. */
  superuserUrl: string;
  /** Ends its sessions and removes it; what is not dropped ends with the run. */
  drop(): Promise<void>;
}

export interface FreshOptions {
  /** Tells templates apart whose services and `migrate` read the same but do different things. */
  template?: string;
}

/**
 * A database of its own for one spec file, with role and schema of each service. `migrate` runs
 * once a Jest run on a template, kept under the services, its source text and `template`; the
 * answer is a clone of that (some 50 ms). Roles and their passwords are the cluster's: the same
 * in every clone.
 */
export async function freshDatabase(
  services: string[],
  migrate: (roleUrl: RoleUrl) => Promise<void>,
  options: FreshOptions = {},
): Promise<FreshDatabase> {
  const { superuserUrl } = await sharedPostgres();
  const key = [options.template ?? '', ...services, migrate.toString()].join('\n');
  const template = `template_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
  await ensureTemplate(superuserUrl, template, services, migrate);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await clone(superuserUrl, template, name, services);
  return {
    roleUrl: (service) => roleUrl(superuserUrl, name, service),
    superuserUrl: withDatabase(superuserUrl, name),
    drop: () => drop(superuserUrl, name),
  };
}

/** Workers wait for each other on an advisory lock; a template that is not sealed was not finished. */
async function ensureTemplate(
  superuserUrl: string,
  template: string,
  services: string[],
  migrate: (roleUrl: RoleUrl) => Promise<void>,
): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const found = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (found.rowCount === 1) return;
    await client.query(`drop database if exists ${template} with (force)`);
    const roles = await provisionRoles(superuserUrl, template, services);
    await migrate(roles.roleUrl);
    // A database with sessions cannot be cloned: none may come, and those of `migrate` end.
    await client.query(`alter database ${template} with is_template true allow_connections false`);
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      template,
    ]);
  });
}

async function clone(
  superuserUrl: string,
  template: string,
  name: string,
  services: string[],
): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query(`create database ${name} template ${template}`);
    await closeDatabase(client, name, services);
  });
}

async function drop(superuserUrl: string, name: string): Promise<void> {
  await withClient(superuserUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}
