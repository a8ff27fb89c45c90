import { Database, deadLetters } from '@atomicdb/event-store';
import { AccountRegistered, encodePayload, eventId, streamId, type EventRecord } from '@atomicdb/events';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { applyBatch } from '../src/apply-batch';
import type { Consumer } from '../src/bus';
import type { Delivery } from '../src/delivery';
import type { Onlooker } from '../src/onlooker';

const place = { owner: 'accounts', source: 'test', partition: 0, isAfter: (a: string, b: string) => +a > +b };

const onlooker: Onlooker = { report: () => undefined, during: (transaction) => transaction() };

function delivery(name: string, index: number): Delivery {
  const data = AccountRegistered.fromPartial({ accountId: name, name });
  const stream = streamId('account', name);
  const envelope = {
    eventId: eventId('accounts', stream, 1),
    type: 'AccountRegistered',
    schemaVersion: 1,
    stream,
    version: 1,
    occurredAt: '2026-01-01T00:00:00.000Z',
    producer: 'accounts',
    canonicalVersion: 1,
    traceparent: null,
  };
  return { envelope, payload: encodePayload({ type: 'AccountRegistered', data }), cursor: String(index + 1) };
}

describe('an event that the check of a consumer refuses', () => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeAll(async () => {
    fresh = await freshDatabase(['attribution'], () => Promise.resolve());
    database = await Database.open({ service: 'attribution', url: fresh.roleUrl('attribution') });
    await database.migrate();
  });

  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('is set aside in the transaction of its batch, which is handled once', async () => {
    const handled: string[] = [];
    const outcomes: string[] = [];
    const nameOf = ({ event }: EventRecord) => (event.type === 'AccountRegistered' ? event.data.name : '');
    const consumer: Consumer = {
      name: 'test:check:1',
      types: ['AccountRegistered'],
      database,
      check: (record) => {
        if (nameOf(record) === 'bad') throw new Error('no name');
      },
      handle: (_tx, record) => Promise.resolve(void handled.push(nameOf(record))),
      settled: (outcome) => Promise.resolve(void outcomes.push(outcome)),
    };
    const deliveries = ['ada', 'bad', 'cem'].map(delivery);
    await applyBatch(consumer, place, { after: null, deliveries }, onlooker);
    expect(handled).toEqual(['ada', 'cem']);
    expect(outcomes).toEqual(['committed']);
    const letters = await database.transaction((tx) => deadLetters.list(tx, consumer.name, 10));
    expect(letters.map(({ kind, reason }) => [kind, reason])).toEqual([['poison', 'poison: Error: no name']]);
  });
});
