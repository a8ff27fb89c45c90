import type { Tx } from '@atomicdb/event-store';

/** @param names by account */
export async function setAccountNames(tx: Tx, names: ReadonlyMap<string, string>): Promise<void> {
  await tx.query(
    'set-account-names',
    `insert into account_names (account_id, name) select * from unnest($1::text[], $2::text[])
     on conflict (account_id) do update set name = excluded.name`,
    [[...names.keys()], [...names.values()]],
  );
}
