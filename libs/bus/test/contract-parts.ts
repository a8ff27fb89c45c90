import type { Database, EventStore, Tx } from '@atomicdb/event-store';
import type { DomainEvent, EventRecord } from '@atomicdb/events';
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
