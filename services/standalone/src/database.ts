import { join } from 'node:path';
import {
  enterablePlace,
  isAlive,
  provisionRoles,
  startPostgres,
  type ProvisionedRoles,
} from '@atomicdb/embedded-postgres';
import type { Options } from './options';

/** Roles and schemas of the services; gateways and workers have none. */
export const schemas = ['accounts', 'analyses', 'attribution', 'backing', 'positions', 'queue'];

/** Name of the database, where the URL of --postgres gives none. */
export const databaseName = 'atomicdb';

/** Name of the database that a URL of --postgres means. */
export function databaseOf(postgres: string): string {
  return decodeURIComponent(new URL(postgres).pathname.slice(1)) || databaseName;
}

export interface RunningDatabase extends ProvisionedRoles {
  /** Folder of the embedded PostgreSQL; null for one of your own. */
  readonly place: string | null;
  /** False once the embedded server has ended unasked. */
  readonly isRunning: () => boolean;
  /** From now on its end is no surprise. */
  readonly expectEnd: () => void;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL, or the one named by --postgres, with a role and a schema for each service. */
export async function startDatabase({
  postgres,
  data,
}: Pick<Options, 'postgres' | 'data'>): Promise<RunningDatabase> {
  if (postgres !== null) {
    const roles = await provisionRoles(postgres, databaseOf(postgres), schemas);
    return {
      ...roles,
      place: null,
      isRunning: () => true,
      expectEnd: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  const dataDir = await enterablePlace(join(data, 'postgres'));
  const server = await startPostgres({ dataDir });
  const roles = await provisionRoles(server.superuserUrl, databaseName, schemas);
  let expected = false;
  return {
    ...roles,
    place: dataDir,
    isRunning: () => expected || isAlive(server.pid),
    expectEnd: () => (expected = true),
    stop: () => server.stop(),
  };
}
