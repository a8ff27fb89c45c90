import type { OfPositionRequest, OfPositionResponse } from '@atomicdb/rpc';
import { openRequests } from '../adapters/postgres/open-requests';
import { readPosition } from '../adapters/postgres/read-position';
import { nextRung } from '../domain/ladder';
import { describeRequests } from './describe-requests';
import type { QueueParts } from './parts';

export function makeOfPosition({ database, order, config }: QueueParts) {
  return async ({ position, accountId }: OfPositionRequest): Promise<OfPositionResponse> => {
    const { deepestNodes, rows } = await database.transaction(async (tx) => ({
      ...(await readPosition(tx, position)),
      rows: await openRequests(tx, position),
    }));
    const requests = await describeRequests(order, rows, accountId);
    return { requests, nextBudgetNodes: nextRung(config.ladder, deepestNodes) };
  };
}
