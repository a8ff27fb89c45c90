import { Database, EventStore } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { eventually, freshDatabase } from '@atomicdb/testing';
import { EmbeddedBus } from '../src';
import { SeenMigration } from './contract';
import { append, consumer, joined, lettersOf, versionsSeen } from './contract-parts';

const name = 'test:upgrade:1';
const migrations = [{ name: '0002-seen', class: SeenMigration }];

/** The schema as release 0.1.0 made it. */
const older = `
  delete from migrations where name = '0001b-dead-letters';
  drop index dead_letters_released, dead_letters_waiting;
  alter table dead_letters drop kind, drop attempts, drop tried_at, drop released_at;
  alter table applied_versions drop missing`;

/** What that release kept of `request-mixed`, `request-passed` and `request-poison`: of types it handles alone. */
const olderState = `
  insert into applied_versions values ('${name}', 'queue', 'request-mixed', 1);
  insert into consumer_progress
    select '${name}', 'embedded:queue', 0, (select tx_id || ':' || position from events order by position desc limit 1);
  insert into dead_letters (consumer, event_id, owner, source, partition, cursor, type, schema_version, stream, version,
                            occurred_at, producer, canonical_version, payload, reason)
    select '${name}', event_id, 'queue', 'embedded:queue', 0, tx_id || ':' || position, type, 1, stream, version,
           occurred_at, 'queue', 1, payload, 'poison: Error: no'
      from events where stream = 'request-poison' and version = 2;
  insert into seen (consumer, stream, version) values ('${name}', 'request-mixed', 1), ('${name}', 'request-poison', 1)`;

/** Of a type that the consumer does not handle. */
const passedBy: DomainEvent = {
  type: 'PositionsClosed',
  data: { position: 'p', status: 'WIN', gate: 'CHILDREN', plies: 1, rules: 1 },
};

describe('a consumer of the release before', () => {
  it('goes on in every stream, whatever that release knew of it, and applies nothing twice', async () => {
    const fresh = await freshDatabase(['queue'], () => Promise.resolve());
    const database = await Database.open({ service: 'queue', url: fresh.roleUrl('queue'), migrations });
    await database.migrate();
    const store = new EventStore(database, 'queue');
    const put = (stream: string, ...events: DomainEvent[]) =>
      store.transaction([stream], (tx) => store.append(tx, [{ stream, expectedVersion: 'any', events }]));
    await put('request-mixed', joined('m'), passedBy);
    await put('request-passed', passedBy, passedBy);
    await put('request-poison', joined('x'), joined('x'));
    for (const [index, statement] of `${older};${olderState}`.split(';').entries())
      await database.query(`older-${index}`, statement);
    const later = await Database.open({ service: 'queue', url: fresh.roleUrl('queue'), migrations });
    await later.migrate();
    const bus = new EmbeddedBus(() => undefined);
    const streams = ['request-mixed', 'request-passed', 'request-poison'];
    bus.publish(new EventStore(later, 'queue'));
    bus.consume(consumer(later, name));
    await bus.start();
    for (const stream of streams) await append(store, stream, 1);
    await eventually(async () => {
      expect(await versionsSeen(later, name, 'request-mixed')).toEqual([1, 3]);
      expect(await versionsSeen(later, name, 'request-passed')).toEqual([3]);
      expect(await versionsSeen(later, name, 'request-poison')).toEqual([1, 3]);
    });
    expect(await lettersOf(later, name, streams)).toMatchObject([
      { version: 2, kind: 'poison', attempts: 1 },
    ]);
    await bus.stop();
    await later.close();
    await database.close();
  });
});
