import type { Database, EventStore, Tx } from '@atomicdb/event-store';
import { encodePayload, type DomainEvent, type EventRecord } from '@atomicdb/events';
import type { Consumer } from '../src';

export interface Seen {
  stream: string;
  version: number;
}

export function joined(requestId: string, accountId = 'a'): DomainEvent {
  const data = {
    requestId,
    position: 'atomic:k',
    budgetNodes: 1,
    accountId,
    askedAt: '0',
    seq: '0',
    ord: 0,
    first: true,
  };
  return { type: 'RequestJoined', data };
}

export async function record(tx: Tx, consumer: string, event: EventRecord): Promise<void> {
  await tx.query('record-seen', `insert into seen (consumer, stream, version) values ($1, $2, $3)`, [
    consumer,
    event.stream,
    event.version,
  ]);
}

export function consumer(database: Database, name: string, more: Partial<Consumer> = {}): Consumer {
  return {
    name,
    types: ['RequestJoined'],
    database,
    handle: (tx, event) => record(tx, name, event),
    ...more,
  };
}

export async function seen(database: Database, name: string): Promise<Seen[]> {
  return database.query<Seen>(
    'read-seen',
    `select stream, version from seen where consumer = $1 order by n`,
    [name],
  );
}

export async function append(store: EventStore, stream: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await store.transaction([stream], (tx) =>
      store.append(tx, [{ stream, expectedVersion: 'any', events: [joined(stream)] }]),
    );
  }
}

/** An event as it stands in the outbox, whatever is wrong with it. */
export interface Planted {
  readonly stream: string;
  readonly version: number;
  readonly type?: string;
  readonly schemaVersion?: number;
  readonly payload?: Uint8Array;
}

/** Puts events into the outbox past the store, in this order: gaps and garbage included. */
export async function plant(database: Database, events: readonly Planted[]): Promise<void> {
  await database.query(
    'plant',
    `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
     select gen_random_uuid(), stream, version, type, schema_version, now(), 1, payload
       from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::bytea[])
            with ordinality as planted (stream, version, type, schema_version, payload, n) order by n`,
    [
      events.map(({ stream }) => stream),
      events.map(({ version }) => version),
      events.map(({ type = 'RequestJoined' }) => type),
      events.map(({ schemaVersion = 1 }) => schemaVersion),
      events.map(({ stream, payload }) => Buffer.from(payload ?? encodePayload(joined(stream)))),
    ],
  );
}

export interface Letter {
  stream: string;
  version: number;
  kind: string;
  reason: string;
  attempts: number;
}

/** What a consumer has set aside of these streams, by stream and version. */
export async function lettersOf(
  database: Database,
  consumerName: string,
  streams: readonly string[],
): Promise<Letter[]> {
  return database.query<Letter>(
    'read-letters-of',
    `select stream, version, kind, reason, attempts from dead_letters
      where consumer = $1 and stream = any($2) order by stream, version`,
    [consumerName, streams],
  );
}

export async function versionsSeen(database: Database, name: string, stream: string): Promise<number[]> {
  const rows = await seen(database, name);
  return rows.filter((row) => row.stream === stream).map(({ version }) => version);
}

/** Whether one transaction of the database waits for another. */
export async function isBlocked(database: Database): Promise<boolean> {
  const found = await database.query(
    'blocked',
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return found.length > 0;
}
