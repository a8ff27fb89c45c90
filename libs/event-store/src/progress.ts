import type { Envelope } from '@atomicdb/events';
import type { Tx } from './database';

/** How far a consumer came in each partition of a source. */
export async function readCursors(tx: Tx, consumer: string, source: string): Promise<Map<number, string>> {
  const rows = await tx.query<{ partition: number; cursor: string }>(
    'read-cursors',
    `select partition, cursor from consumer_progress where consumer = $1 and source = $2`,
    [consumer, source],
  );
  return new Map(rows.filter((row) => row.cursor).map((row) => [row.partition, row.cursor]));
}

/**
 * The cursor of one partition, its row locked until the transaction ends: two members of a group that both believe to
 * own the partition apply one after the other, and the second sees what the first did. Null before the first event.
 */
export async function lockCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
): Promise<string | null> {
  await tx.query(
    'make-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, '')
     on conflict do nothing`,
    [consumer, source, partition],
  );
  const [row] = await tx.query<{ cursor: string }>(
    'lock-cursor',
    `select cursor from consumer_progress where consumer = $1 and source = $2 and partition = $3 for update`,
    [consumer, source, partition],
  );
  return row?.cursor || null;
}

export async function writeCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
  cursor: string,
): Promise<void> {
  await tx.query(
    'write-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, $4)
     on conflict (consumer, source, partition) do update set cursor = excluded.cursor`,
    [consumer, source, partition, cursor],
  );
}

/** Last version of each stream that this consumer has applied. */
export async function readApplied(
  tx: Tx,
  consumer: string,
  owner: string,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ stream: string; version: number }>(
    'read-applied',
    `select stream, version from applied_versions where consumer = $1 and owner = $2 and stream = any($3::text[])`,
    [consumer, owner, streams],
  );
  return new Map(rows.map((row) => [row.stream, row.version]));
}

export async function writeApplied(
  tx: Tx,
  consumer: string,
  owner: string,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    'write-applied',
    `insert into applied_versions (consumer, owner, stream, version)
     select $1, $2, * from unnest($3::text[], $4::int[])
     on conflict (consumer, owner, stream) do update set version = excluded.version`,
    [consumer, owner, [...versions.keys()], [...versions.values()]],
  );
}

export interface DeadLetter {
  readonly consumer: string;
  readonly source: string;
  readonly partition: number;
  readonly cursor: string;
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
  /** Why it was set aside. */
  readonly reason: string;
}

/** Sets one event aside with everything needed to look at it and to release it. */
export async function setAside(tx: Tx, letter: DeadLetter): Promise<void> {
  const { envelope } = letter;
  await tx.query(
    'set-aside',
    `insert into dead_letters (consumer, event_id, owner, source, partition, cursor, type, schema_version, stream, version,
                               occurred_at, producer, canonical_version, traceparent, payload, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (consumer, event_id) do nothing`,
    [
      letter.consumer,
      envelope.eventId,
      envelope.producer,
      letter.source,
      letter.partition,
      letter.cursor,
      envelope.type,
      envelope.schemaVersion,
      envelope.stream,
      envelope.version,
      envelope.occurredAt,
      envelope.producer,
      envelope.canonicalVersion,
      envelope.traceparent,
      Buffer.from(letter.payload),
      letter.reason,
    ],
  );
}
