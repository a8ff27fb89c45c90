import type { Tx } from '@atomicdb/event-store';

/** Makes the caller the one writer: what an earlier one has not committed by now will be refused. */
export async function claimEpoch(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ epoch: string }>(
    'claim-epoch',
    `update writer set epoch = epoch + 1 returning epoch`,
  );
  if (row === undefined) throw new Error('the table writer has no row');
  return row.epoch;
}

/** Held to the end of the transaction, so that nobody takes over in its middle. */
export async function isEpoch(tx: Tx, epoch: string): Promise<boolean> {
  const [row] = await tx.query<{ epoch: string }>('read-epoch', `select epoch from writer for update`);
  return row?.epoch === epoch;
}
