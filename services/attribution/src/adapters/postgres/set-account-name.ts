import type { Tx } from '@atomicdb/event-store';

export async function setAccountName(tx: Tx, accountId: string, name: string): Promise<void> {
  await tx.query(
    'set-account-name',
    `insert into account_names (account_id, name) values ($1, $2)
     on conflict (account_id) do update set name = excluded.name`,
    [accountId, name],
  );
}
