import { Client } from 'pg';

const answerMs = 10_000;
/** The server notices within a minute that the leader's machine has gone, and gives the lock to another. */
const keepAlive = `set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`;

/** Held until released or until its connection is lost. */
export interface Leadership {
  /** False once the connection broke: another process may lead then. */
  readonly held: () => boolean;
  release(): Promise<void>;
}

/** A session-level advisory lock on a connection of its own: it goes with the process that held it. */
export async function tryLeadership(url: string, name: string): Promise<Leadership | null> {
  const client = new Client({
    connectionString: url,
    application_name: `atomicdb-lead-${name}`,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  let held = true;
  client.on('error', () => (held = false));
  client.on('end', () => (held = false));
  await client.connect();
  const isWon = await tryLock(client, name).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  if (isWon) return { held: () => held, release: () => client.end() };
  await client.end();
  return null;
}

async function tryLock(client: Client, name: string): Promise<boolean> {
  await client.query(keepAlive);
  const { rows } = await client.query<{ won: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 1)) as won',
    [name],
  );
  return rows[0]?.won ?? false;
}
