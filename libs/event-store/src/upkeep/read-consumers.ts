import type { Tx } from '../transaction';

/** Names of all that has read or set aside anything in the schema. */
export async function readConsumers(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ consumer: string }>(
    'read-consumers',
    `select consumer from consumer_progress union select consumer from dead_letters order by 1`,
  );
  return rows.map(({ consumer }) => consumer);
}
