import { Client } from 'pg';

/** Runs `work` on a connection of its own and closes it, whatever comes of it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'atomicdb-setup',
  });
  // A server that dies also reports on an idle client; the query that runs then fails by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/** As given, or the database that every server has where none is named. */
export function maintenanceUrl(url: string): string {
  return new URL(url).pathname.slice(1) === '' ? withDatabase(url, 'postgres') : url;
}
