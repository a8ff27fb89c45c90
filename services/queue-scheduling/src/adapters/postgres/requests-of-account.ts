import type { Tx } from '@atomicdb/event-store';
import { requestColumns, type RequestRow } from './request-row';

/** Open requests with the account's name on them; only open ones have names. */
export function requestsOfAccount(tx: Tx, accountId: string): Promise<RequestRow[]> {
  return tx.query<RequestRow>(
    'requests-of-account',
    `select ${requestColumns}
       from names n join request_rows r using (request_id)
      where n.account_id = $1
      order by n.ord`,
    [accountId],
  );
}
