import type { Tx } from '@atomicdb/event-store';
import { requestColumns, type RequestRow } from './request-row';

/** The open requests of one position, shallowest first. */
export function openRequests(tx: Tx, position: string): Promise<RequestRow[]> {
  return tx.query<RequestRow>(
    'open-requests',
    `select ${requestColumns}
       from request_rows r
      where r.position = $1 and r.folded_state in ('PENDING', 'LEASED')
      order by r.budget_nodes`,
    [position],
  );
}
