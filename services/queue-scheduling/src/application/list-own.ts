import type { ListOwnRequest, ListOwnResponse } from '@atomicdb/rpc';
import { requestsOfAccount } from '../adapters/postgres/requests-of-account';
import { describeRequests } from './describe-requests';
import type { QueueParts } from './parts';

/** The open requests with the account's name on them, in the order of its own list. */
export function makeListOwn({ database, config }: QueueParts) {
  return ({ accountId }: ListOwnRequest): Promise<ListOwnResponse> =>
    database.transaction(async (tx) => {
      const requests = await describeRequests(tx, await requestsOfAccount(tx, accountId), accountId);
      const pending = requests.filter(({ state }) => state === 'PENDING').length;
      return { requests, pending, cap: config.cap };
    });
}
