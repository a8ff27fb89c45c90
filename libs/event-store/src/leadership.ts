import { Client } from 'pg';

/** Held until released or until its connection is lost. */
export interface Leadership {
  /** False once the connection broke: another process may lead then. */
  readonly held: () => boolean;
  release(): Promise<void>;
}

/** A session-level advisory lock on a connection of its own: it goes with the process that held it. */
export async function tryLeadership(url: string, name: string): Promise<Leadership | null> {
  const client = new Client({ connectionString: url, application_name: `atomicdb-lead-${name}` });
  let held = true;
  client.on('error', () => (held = false));
  client.on('end', () => (held = false));
  await client.connect();
  const result = await client.query<{ won: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 1)) as won',
    [name],
  );
  if (result.rows[0]?.won) return { held: () => held, release: () => client.end() };
  await client.end();
  return null;
}
