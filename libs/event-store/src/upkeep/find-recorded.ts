import { eventColumns, toCarried, type CarriedEvent, type EventRow } from '../sql/event-row';
import type { Tx } from '../transaction';

/** An event as it was recorded, with its payload to the byte. */
export type RecordedEvent = CarriedEvent;

/** What the store holds under the ids of these events. */
export async function findRecorded(
  tx: Tx,
  owner: string,
  ids: readonly string[],
): Promise<Map<string, RecordedEvent>> {
  const rows = await tx.query<EventRow>(
    'find-recorded',
    `select ${eventColumns} from events where event_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.event_id, toCarried(row, owner)]));
}
