import type { OfPositionRequest, OfPositionResponse } from '@atomicdb/rpc';
import { openRequests } from '../adapters/postgres/open-requests';
import { readPosition } from '../adapters/postgres/read-position';
import { nextRung } from '../domain/ladder';
import { describeRequests } from './describe-requests';
import type { QueueParts } from './parts';

export function makeOfPosition({ database, config }: QueueParts) {
  return ({ position, accountId }: OfPositionRequest): Promise<OfPositionResponse> =>
    database.transaction(async (tx) => {
      const { deepestNodes } = await readPosition(tx, position);
      const requests = await describeRequests(tx, await openRequests(tx, position), accountId);
      return { requests, nextBudgetNodes: nextRung(config.ladder, deepestNodes) };
    });
}
