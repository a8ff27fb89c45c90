import type { Envelope } from '@atomicdb/events';

/** A row of the events table as the driver gives it. */
export interface EventRow {
  event_id: string;
  stream: string;
  version: number;
  type: string;
  schema_version: number;
  occurred_at: string;
  canonical_version: number;
  traceparent: string | null;
  payload: Buffer;
}

/** occurred_at as text, so that the same event has the same bytes whatever the session's time zone. */
export const eventColumns = `event_id, stream, version, type, schema_version,
  to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at,
  canonical_version, traceparent, payload`;

/** An event as it is carried: envelope and undecoded payload. */
export interface CarriedEvent {
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
}

export function toCarried(row: EventRow, producer: string): CarriedEvent {
  return {
    payload: row.payload,
    envelope: {
      eventId: row.event_id,
      type: row.type,
      schemaVersion: row.schema_version,
      stream: row.stream,
      version: row.version,
      occurredAt: row.occurred_at,
      producer,
      canonicalVersion: row.canonical_version,
      traceparent: row.traceparent,
    },
  };
}
