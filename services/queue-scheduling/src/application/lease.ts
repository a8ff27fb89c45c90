import { randomUUID } from 'node:crypto';
import type { Tx } from '@atomicdb/event-store';
import type { Lease, LeaseRequest, LeaseResponse } from '@atomicdb/rpc';
import { insertLeaseToken } from '../adapters/postgres/insert-lease-token';
import { nextRow, type NextRow } from '../adapters/postgres/next-row';
import { readCommons } from '../adapters/postgres/read-commons';
import type { LeaseOut } from '../domain/request-commands';
import { hashToken, makeToken } from './lease-token';
import { commonsLock, type QueueParts } from './parts';
import { runCommand } from './run-command';

async function leaseOut(tx: Tx, request: LeaseRequest, next: NextRow): Promise<LeaseOut> {
  const { clock, lastLease } = await readCommons(tx);
  return {
    type: 'LeaseOut',
    leaseId: randomUUID(),
    leaseNumber: Number(lastLease) + 1,
    workerAccountId: request.workerAccountId,
    sessionId: request.sessionId,
    payerAccountId: next.account_id,
    tag: next.tag,
    clock,
  };
}

/** Decides a lease in a transaction that holds the lock of the commons. */
export async function leaseIn(
  tx: Tx,
  { store, config }: QueueParts,
  request: LeaseRequest,
): Promise<Lease | undefined> {
  const next = await nextRow(tx, request.variants, request.maxBudgetNodes);
  if (!next) return undefined;
  const command = await leaseOut(tx, request, next);
  await runCommand(tx, store, next.request_id, command);
  const token = makeToken(command.leaseNumber);
  await insertLeaseToken(tx, command.leaseId, hashToken(token), config.leaseTtlMs);
  return {
    leaseId: command.leaseId,
    token,
    requestId: next.request_id,
    position: next.position,
    budgetNodes: Number(next.budget_nodes),
    multipv: config.multipv,
    ttlMs: config.leaseTtlMs,
  };
}

/**
 * Leases the first row of the order that the worker may take and charges its payer. A call repeated after a lost answer
 * leases another row; the first one comes back when its lease has been silent for its time.
 */
export function makeLease(parts: QueueParts) {
  return async (request: LeaseRequest): Promise<LeaseResponse> => ({
    lease: await parts.store.transaction(commonsLock, (tx) => leaseIn(tx, parts, request)),
  });
}
