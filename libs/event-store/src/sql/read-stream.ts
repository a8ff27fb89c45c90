import type { Tx } from '../transaction';
import { eventColumns, toCarried, type CarriedEvent, type EventRow } from './event-row';

/** All events of one stream, oldest first. */
export async function readStream(tx: Tx, producer: string, stream: string): Promise<CarriedEvent[]> {
  const rows = await tx.query<EventRow>(
    'read-stream',
    `select ${eventColumns} from events where stream = $1 order by version`,
    [stream],
  );
  return rows.map((row) => toCarried(row, producer));
}
