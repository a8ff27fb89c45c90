import { decodePayload, type EventRecord } from '@atomicdb/events';
import type { EventStore } from '../event-store';
import { insertEvents } from '../sql/insert-events';
import type { RecordedEvent } from './find-recorded';

function toRecord({ envelope, payload }: RecordedEvent): EventRecord {
  return { ...envelope, event: decodePayload(envelope.type, envelope.schemaVersion, payload) };
}

/**
 * Appends events as they were recorded (ids, versions, times, traces and payloads), their streams locked first, with the
 * state tables in step. Throws when a stream is not at the version before its first event.
 */
export async function appendRecorded(store: EventStore, events: readonly RecordedEvent[]): Promise<void> {
  const before = new Map<string, number>();
  for (const { envelope } of events)
    if (!before.has(envelope.stream)) before.set(envelope.stream, envelope.version - 1);
  const records = events.map(toRecord);
  const payloads = events.map(({ payload }) => payload);
  await store.transaction([...before.keys()], async (tx) => {
    const elsewhere = await insertEvents(tx, records, before, payloads);
    if (elsewhere !== null) throw new Error(`stream ${elsewhere} of ${store.owner} has moved on`);
    await store.updateTables(tx, records);
  });
}
