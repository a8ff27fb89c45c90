import type { Tx } from '@atomicdb/event-store';
import { requestColumns, type RequestRow } from './request-row';

export async function readRequest(tx: Tx, requestId: string): Promise<RequestRow | undefined> {
  const [row] = await tx.query<RequestRow>(
    'read-request',
    `select ${requestColumns} from request_rows r where r.request_id = $1`,
    [requestId],
  );
  return row;
}
