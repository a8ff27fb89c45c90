import { encodePayload, type EventRecord } from '@atomicdb/events';
import type { Tx } from '../transaction';

/**
 * Appends events in one statement, or none of them when one of the streams is not at the version it is expected at.
 * A taken (stream, version) raises 23505, which a writer that holds the lock never sees.
 *
 * @param payloads those of the events, encoded where absent
 * @param expected stream to its last version before the first of the events
 * @returns a stream that is elsewhere, or null
 */
export async function insertEvents(
  tx: Tx,
  events: readonly EventRecord[],
  expected: ReadonlyMap<string, number>,
  payloads: readonly Uint8Array[] = events.map(({ event }) => encodePayload(event)),
): Promise<string | null> {
  const rows = await tx.query<{ stream: string }>(
    'insert-events',
    `with stale as (
       select expected.stream from unnest($10::text[], $11::int[]) as expected(stream, version)
        where expected.version <> coalesce(
          (select version from events where events.stream = expected.stream order by version desc limit 1), 0)
        limit 1
     ), inserted as (
       insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, traceparent, payload)
       select * from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::int[], $6::timestamptz[], $7::int[], $8::text[], $9::bytea[])
        where not exists (select from stale)
     )
     select stream from stale`,
    [
      events.map((event) => event.eventId),
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.type),
      events.map((event) => event.schemaVersion),
      events.map((event) => event.occurredAt),
      events.map((event) => event.canonicalVersion),
      events.map((event) => event.traceparent),
      payloads.map((payload) => Buffer.from(payload)),
      [...expected.keys()],
      [...expected.values()],
    ],
  );
  return rows[0]?.stream ?? null;
}
