import type { Tx } from '@atomicdb/event-store';

export interface CommonsRow {
  /** V, nodes. */
  readonly clock: string;
  readonly lastLease: string;
}

export async function readCommons(tx: Tx): Promise<CommonsRow> {
  const [row] = await tx.query<CommonsRow>(
    'read-commons',
    `select clock, last_lease as "lastLease" from commons`,
  );
  if (!row) throw new Error('the commons has no row');
  return row;
}
