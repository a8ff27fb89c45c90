import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commandLine,
  enterablePlace,
  findPostgres,
  isAlive,
  maintenanceUrl,
  roleUrl,
  withClient,
} from '@atomicdb/embedded-postgres';
import { databaseName, databaseOf } from '../database';
import type { ProductPlace } from './product-place';

/** A running product as a command beside it sees it. */
export interface FoundProduct {
  /** URL of the role that owns the schema (accounts, analyses, attribution, backing, positions, queue). */
  roleUrl(schema: string): string;
  /** Brokers that carry its events, each host:port; null when they are carried inside the process. */
  readonly brokers: readonly string[] | null;
}

interface ClusterFile {
  readonly pids: Record<string, number>;
  readonly brokers: readonly string[];
}

const defaultData = '.data';

/** The file that says which brokers a running cluster has is no such file. */
export class UnreadableCluster extends Error {}

/**
 * Finds the product that runs on a data folder or on a PostgreSQL of one's own. Starts and changes nothing. Throws one
 * sentence when none runs there.
 */
export async function findProduct(place: ProductPlace): Promise<FoundProduct> {
  const data = place.data ?? (place.postgres === undefined ? defaultData : undefined);
  const roleUrlOf =
    place.postgres === undefined ? await inFolder(data ?? defaultData) : await atUrl(place.postgres);
  const brokers = place.kafka ?? (data === undefined ? null : await clusterBrokers(data));
  return { roleUrl: roleUrlOf, brokers };
}

type RoleUrl = FoundProduct['roleUrl'];

async function inFolder(data: string): Promise<RoleUrl> {
  const folder = join(data, 'postgres');
  // Looking must not make the folder.
  const found = existsSync(folder) ? await findPostgres(await enterablePlace(folder)) : undefined;
  if (!found) {
    throw new Error(
      `No AtomicDB runs on ${data}: start it, or name its data folder with --data DIR or its database with --postgres URL.`,
    );
  }
  return (schema) => roleUrl(found.superuserUrl, databaseName, schema);
}

async function atUrl(postgres: string): Promise<RoleUrl> {
  const url = new URL(postgres);
  const name = databaseOf(postgres);
  const fault = await withClient(maintenanceUrl(postgres), async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    return rowCount === 1 ? null : `it has no database ${name}`;
  }).catch((error: unknown) => (error instanceof Error && error.message) || String(error));
  if (fault !== null) throw new Error(`No AtomicDB is found on ${url.host}: ${fault}.`);
  return (schema) => roleUrl(postgres, name, schema);
}

/** Written by the cluster again and again, not in one piece. */
function readCluster(file: string, text: string): ClusterFile {
  try {
    const { pids, brokers } = JSON.parse(text) as Partial<ClusterFile>;
    if (typeof pids === 'object' && Array.isArray(brokers)) return { pids, brokers };
  } catch {
    // Told below.
  }
  throw new UnreadableCluster(
    `${file} says nothing that can be read: try again, or remove it where no cluster runs.`,
  );
}

/** The file outlives the cluster that wrote it: it counts while one of its processes lives. */
async function clusterBrokers(data: string): Promise<readonly string[] | null> {
  const text = await readFile(join(data, 'cluster.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { pids, brokers } = readCluster(join(data, 'cluster.json'), text);
  const runs = Object.values(pids).some((pid) => isAlive(pid) && commandLine(pid).includes('dist/main.js'));
  return runs ? brokers : null;
}
