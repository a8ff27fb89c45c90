import { encodePayload, type EventRecord } from '@atomicdb/events';
import type { Tx } from '../database';

/** Appends events in one statement; a taken (stream, version) raises 23505. */
export async function insertEvents(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  await tx.query(
    'insert-events',
    `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, traceparent, payload)
     select * from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::int[], $6::timestamptz[], $7::int[], $8::text[], $9::bytea[])`,
    [
      events.map((event) => event.eventId),
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.type),
      events.map((event) => event.schemaVersion),
      events.map((event) => event.occurredAt),
      events.map((event) => event.canonicalVersion),
      events.map((event) => event.traceparent),
      events.map((event) => Buffer.from(encodePayload(event.event))),
    ],
  );
}
