import type { Database } from '@atomicdb/event-store';

export interface StoredCredential {
  readonly accountId: string;
  readonly name: string;
  readonly operator: boolean;
  readonly passwordHash: string;
}

/** The account of a name with its password hash; one statement, for it stands before every call with credentials. */
export async function readCredential(database: Database, nameKey: string): Promise<StoredCredential | null> {
  const [row] = await database.query<StoredCredential>(
    'read-credential',
    `select account_id as "accountId", name, operator, password_hash as "passwordHash"
     from accounts join credentials using (account_id) where name_key = $1`,
    [nameKey],
  );
  return row ?? null;
}
