import type { Envelope } from '@atomicdb/events';

/**
 * Why an event is set aside for one consumer.
 * - `unreadable`: unknown type, newer version, damaged payload or envelope. Counts as passed where its version is known.
 * - `poison`: the handler threw for a reason that will not pass. Counts as passed.
 * - `waiting`: an earlier version of its stream has not come. Applied after it, in order.
 */
export type DeadLetterKind = 'unreadable' | 'poison' | 'waiting';

/** An event set aside, with everything needed to look at it and to apply it. */
export interface DeadLetter {
  readonly consumer: string;
  readonly kind: DeadLetterKind;
  /** Service whose events were read. */
  readonly owner: string;
  readonly source: string;
  readonly partition: number;
  readonly cursor: string;
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
  /** Why it was set aside, or came back from its last release. */
  readonly reason: string;
}

/** A letter as it lies in the table. Times are RFC 3339, UTC, to the millisecond. */
export interface StoredDeadLetter extends DeadLetter {
  readonly setAsideAt: string;
  /** How often the consumer tried to read or apply it. */
  readonly attempts: number;
  /** Last release that failed. */
  readonly triedAt: string | null;
  /** Marked for the consumer to apply; null: it lies still. */
  readonly releasedAt: string | null;
}

/** A letter in a list, without its payload. */
export interface ListedDeadLetter extends Omit<StoredDeadLetter, 'payload'> {
  readonly payloadBytes: number;
}

export interface DeadLetterRow {
  consumer: string;
  kind: DeadLetterKind;
  owner: string;
  source: string;
  partition: number;
  cursor: string;
  event_id: string;
  type: string;
  schema_version: number;
  stream: string;
  version: number;
  occurred_at: string;
  producer: string;
  canonical_version: number;
  traceparent: string | null;
  reason: string;
  attempts: number;
  set_aside_at: string;
  tried_at: string | null;
  released_at: string | null;
}

export type PayloadRow = DeadLetterRow & { payload: Buffer };

const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

export const factColumns = `consumer, kind, owner, source, partition, cursor, event_id, type, schema_version,
  stream, version, ${utc('occurred_at')}, producer, canonical_version, traceparent, reason, attempts,
  ${utc('set_aside_at')}, ${utc('tried_at')}, ${utc('released_at')}`;

export const deadLetterColumns = `${factColumns}, payload`;

export function toDeadLetter(row: PayloadRow): StoredDeadLetter {
  return { ...toFacts(row), payload: row.payload };
}

export function toFacts(row: DeadLetterRow): Omit<StoredDeadLetter, 'payload'> {
  return {
    consumer: row.consumer,
    kind: row.kind,
    owner: row.owner,
    source: row.source,
    partition: row.partition,
    cursor: row.cursor,
    reason: row.reason,
    attempts: row.attempts,
    setAsideAt: row.set_aside_at,
    triedAt: row.tried_at,
    releasedAt: row.released_at,
    envelope: {
      eventId: row.event_id,
      type: row.type,
      schemaVersion: row.schema_version,
      stream: row.stream,
      version: row.version,
      occurredAt: row.occurred_at,
      producer: row.producer,
      canonicalVersion: row.canonical_version,
      traceparent: row.traceparent,
    },
  };
}
