import type { Tx } from '@atomicdb/event-store';
import type { WithdrawRequest, WithdrawResponse } from '@atomicdb/rpc';
import type { QueueParts } from './parts';
import { runCommand } from './run-command';
import { withReceipt } from './with-receipt';

export interface Withdrawn {
  /** cancelled: the row went with the name; left: others still want it. */
  readonly result: 'cancelled' | 'left';
  readonly requestId: string;
}

/** Decides a withdraw in a transaction that holds the lock of the commons. */
export async function withdrawIn(
  tx: Tx,
  { store }: QueueParts,
  request: WithdrawRequest,
): Promise<Withdrawn> {
  const { requestId, accountId } = request;
  const facts = await runCommand(tx, store, requestId, { type: 'TakeNameOff', accountId });
  const closed = facts.some((fact) => fact.type === 'RequestCancelled' && fact.data.rowClosed);
  return { result: closed ? 'cancelled' : 'left', requestId };
}

/** Takes one name off; the row goes with the last one. Source: queue.md, "The order" 6. */
export function makeWithdraw(parts: QueueParts) {
  return async (request: WithdrawRequest): Promise<WithdrawResponse> => {
    const { requestId, accountId } = request;
    const call = { door: 'withdraw', accountId, position: null, budgetNodes: null } as const;
    const { result } = await withReceipt(parts.store, call, requestId, (tx) =>
      withdrawIn(tx, parts, request),
    );
    return { result };
  };
}
