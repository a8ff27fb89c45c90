import type { ListOwnRequest, ListOwnResponse } from '@atomicdb/rpc';
import { requestsOfAccount } from '../adapters/postgres/requests-of-account';
import { describeRequests } from './describe-requests';
import type { QueueParts } from './parts';

/** The open requests with the account's name on them, in the order of its own list. */
export function makeListOwn({ database, order, config }: QueueParts) {
  return async ({ accountId }: ListOwnRequest): Promise<ListOwnResponse> => {
    const rows = await database.transaction((tx) => requestsOfAccount(tx, accountId));
    const requests = await describeRequests(order, rows, accountId);
    const pending = requests.filter(({ state }) => state === 'PENDING').length;
    return { requests, pending, cap: config.cap };
  };
}
