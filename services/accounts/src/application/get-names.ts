import type { Database } from '@atomicdb/event-store';
import type { GetNamesRequest, GetNamesResponse } from '@atomicdb/rpc';
import { AccountRow } from '../adapters/postgres/entities';

/** Names of accounts; ids that no account has are left out. */
export function makeGetNames(database: Database) {
  return async ({ accountIds }: GetNamesRequest): Promise<GetNamesResponse> => {
    if (accountIds.length === 0) return { accounts: [] };
    const found = await database.transaction(({ em }) =>
      em.find(AccountRow, { accountId: { $in: accountIds } }, { orderBy: { accountId: 'asc' } }),
    );
    return { accounts: found.map(({ accountId, name, operator }) => ({ accountId, name, operator })) };
  };
}
