import { randomUUID } from 'node:crypto';
import { isRejected, Rejected } from '@atomicdb/decider';
import type { EventStore, Tx } from '@atomicdb/event-store';
import { insertReceipt, type Receipt } from '../adapters/postgres/insert-receipt';
import { commonsLock } from './parts';

export type Call = Omit<Receipt, 'receiptId' | 'result' | 'requestId'>;

/** What came of a call: its word, and the request it was about. */
export interface Outcome<Word extends string> {
  readonly result: Word;
  readonly requestId: string | null;
}

async function refusedOr<T>(work: Promise<T>): Promise<T | Rejected> {
  try {
    return await work;
  } catch (error) {
    if (isRejected(error)) return error;
    throw error;
  }
}

/**
 * Runs a call under the lock of the commons; its receipt commits with what it did. A refusal has done nothing, so its
 * receipt commits alone, and the refusal carries the id. Source: queue.md, "Every call leaves a receipt, refusals too".
 */
export async function withReceipt<T extends Outcome<string>>(
  store: EventStore,
  call: Call,
  requestId: string | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T & { readonly receiptId: string }> {
  const receiptId = randomUUID();
  const outcome = await store.transaction(commonsLock, async (tx) => {
    const result = await refusedOr(work(tx));
    const what = isRejected(result)
      ? { requestId, result: result.code }
      : { requestId: result.requestId, result: result.result };
    await insertReceipt(tx, { ...call, ...what, receiptId });
    return result;
  });
  if (isRejected(outcome)) throw new Rejected(outcome.code, outcome.message, outcome.field, receiptId);
  return { ...outcome, receiptId };
}
