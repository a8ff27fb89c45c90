import type { Tx } from '@atomicdb/event-store';

/** One call of a visitor and what came of it. */
export interface Receipt {
  readonly receiptId: string;
  readonly door: 'ask' | 'withdraw';
  readonly accountId: string;
  readonly requestId: string | null;
  readonly position: string | null;
  /** As it was asked for; 0: the next rung. */
  readonly budgetNodes: number | null;
  /** The word of the answer, or the code of the refusal. */
  readonly result: string;
}

export async function insertReceipt(tx: Tx, receipt: Receipt): Promise<void> {
  await tx.query(
    'insert-receipt',
    `insert into receipts (receipt_id, door, account_id, request_id, position, budget_nodes, result)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      receipt.receiptId,
      receipt.door,
      receipt.accountId,
      receipt.requestId,
      receipt.position,
      receipt.budgetNodes,
      receipt.result,
    ],
  );
}
