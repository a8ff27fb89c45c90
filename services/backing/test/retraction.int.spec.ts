import type { Consumer } from '@atomicdb/bus';
import type { Database } from '@atomicdb/event-store';
import { eventId, type DomainEvent, type EventRecord } from '@atomicdb/events';
import { freshDatabase } from '@atomicdb/testing';
import { Database as Opened } from '@atomicdb/event-store';
import { migrations } from '../src/adapters/postgres/migrations';
import { makeGetRow } from '../src/application/get-row';
import { makeSeeds } from '../src/projections/seeds';
import { makeValues } from '../src/projections/values';
import { added, analysed, opened, retracted } from './support/events';
import { dumpTables, openWorld, type World } from './support/world';

const start = 'atomic:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
const afterPawn = 'atomic:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -';

const shallow = analysed(start, { id: 'shallow', nodes: 128, lines: [[35, 'e2e4 e7e6']] });
const deep = analysed(start, { id: 'deep', nodes: 512, lines: [[50, 'e2e4 e7e6']] });

describe('a retracted pass', () => {
  let world: World;
  let database: Database;

  beforeEach(async () => {
    world = await openWorld();
    database = await world.openBacking();
    await world.append(added(start, 20), opened(start, { e2e4: afterPawn }));
  });

  afterEach(() => world.close());

  const catchUp = () => world.catchUp(makeValues({ database, recordsChanges: true }), makeSeeds(database));

  async function shown(): Promise<unknown[]> {
    const { headline, point, moves } = await makeGetRow(database)({ position: start });
    return [headline?.value, headline?.nodes, point, moves[0]?.value, moves[0]?.nodes];
  }

  it('leaves with its seeds, and the next best pass and its seeds are current', async () => {
    await world.append(shallow, deep);
    await catchUp();
    expect(await shown()).toEqual([50, 512, 50, 50, 512]);
    await world.append(retracted('deep'));
    await catchUp();
    expect(await shown()).toEqual([35, 128, 35, 35, 128]);
    await world.append(retracted('shallow'));
    await catchUp();
    expect(await shown()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('changes nothing more when it is retracted twice, and one that nobody knows changes nothing', async () => {
    await world.append(shallow, deep, retracted('deep'));
    await catchUp();
    const { retracted_passes, ...before } = await dumpTables(database);
    await world.append(retracted('deep'), retracted('nobody'));
    await catchUp();
    const { retracted_passes: after, ...tables } = await dumpTables(database);
    expect(tables).toEqual(before);
    expect([retracted_passes, after]).toEqual([['(deep)'], ['(deep)', '(nobody)']]);
  });

  it('stays out when it comes after its retraction', async () => {
    await world.append(shallow);
    await catchUp();
    const late = async (consumer: Consumer, ...events: DomainEvent[]) => {
      await consumer.prepare?.();
      await database.transaction(async (tx) => {
        for (const event of events) await consumer.handle(tx, record(event));
        await consumer.flush?.(tx);
      });
      await consumer.settled?.('committed');
    };
    for (const consumer of [makeValues({ database, recordsChanges: true }), makeSeeds(database)]) {
      await late(consumer, retracted('deep'));
      await late(consumer, deep);
    }
    expect(await shown()).toEqual([35, 128, 35, 35, 128]);
  });
});

function record(event: DomainEvent): EventRecord {
  const envelope = { type: event.type, schemaVersion: 1, stream: 'analysis-deep', version: 1 };
  return {
    ...envelope,
    eventId: eventId('analyses', 'analysis-deep', 1),
    occurredAt: '2030-01-01T00:00:00.000Z',
    producer: 'analyses',
    canonicalVersion: 1,
    traceparent: null,
    event,
  };
}

it('keeps the seeds of a database of the first release and lets the others come', async () => {
  const fresh = await freshDatabase(['backing'], () => Promise.resolve());
  const open = (count: number) =>
    Opened.open({
      service: 'backing',
      url: fresh.roleUrl('backing'),
      migrations: migrations.slice(0, count),
    });
  const first = await open(1);
  await first.migrate();
  await first.query('old-seed', `insert into seeds values ('p', 'm', 7, 's', 9, 128, 2, 3, 'pass', 1, 0)`);
  await first.close();
  const now = await open(migrations.length);
  await now.migrate();
  expect(await now.query('new-seed', `select * from seeds`)).toEqual([
    {
      position: 'p',
      uci: 'm',
      pass_id: 'pass',
      cp: 7,
      source: 's',
      source_nodes: '9',
      budget_nodes: '128',
      width: 2,
      completed_at_ms: '3',
    },
  ]);
  await now.close();
  await fresh.drop();
});
