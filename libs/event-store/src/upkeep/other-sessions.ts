import type { Tx } from '../transaction';

/** Services with sessions in this database beside the one that asks, by name: running, or looked at by a command. */
export async function otherSessions(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ service: string }>(
    'other-sessions',
    `select distinct substring(application_name from '^atomicdb-(?:lead-)?([^/]+)') as service from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'atomicdb-%' order by 1`,
  );
  return rows.map(({ service }) => service);
}
