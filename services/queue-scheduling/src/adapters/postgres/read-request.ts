import type { Tx } from '@atomicdb/event-store';
import { requestColumns, type RequestRow } from './request-row';

export async function readRequest(
  tx: Tx,
  requestId: string,
  accountId: string,
): Promise<RequestRow | undefined> {
  const [row] = await tx.query<RequestRow>(
    'read-request',
    `select ${requestColumns} from request_rows r where r.request_id = $2`,
    [accountId, requestId],
  );
  return row;
}
