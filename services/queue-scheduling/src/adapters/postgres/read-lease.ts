import type { Tx } from '@atomicdb/event-store';
import type { RequestRow } from './request-row';

/** A lease that was given out, live or not, with its request. */
export interface LeaseRow {
  lease_id: string;
  token_hash: Buffer;
  worker_account_id: string;
  request_id: string;
  position: string;
  budget_nodes: string;
  state: RequestRow['state'];
}

export async function readLease(tx: Tx, leaseId: string): Promise<LeaseRow | undefined> {
  const [row] = await tx.query<LeaseRow>(
    'read-lease',
    `select l.lease_id, t.token_hash, l.worker_account_id, r.request_id, r.position, r.budget_nodes, r.state
       from leases l
       join lease_tokens t using (lease_id)
       join request_rows r using (request_id)
      where l.lease_id = $1`,
    [leaseId],
  );
  return row;
}
