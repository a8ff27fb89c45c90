import type { EventRecord } from '@atomicdb/events';
import { readWaiting } from '../src/adapters/postgres/read-waiting';
import { updateState } from '../src/adapters/postgres/update-state';
import { serve } from '../src/domain/order';
import { K512, QueueUnderTest } from './queue-under-test';

let queue: QueueUnderTest;

beforeAll(async () => {
  queue = await QueueUnderTest.open();
});
afterAll(() => queue.close());

const folded = ['commons', 'account_clocks', 'requests', 'names', 'leases'];

async function tables(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of folded) {
    const [row] = await queue.database.query<{ rows: unknown }>(
      `all-of-${table}`,
      `select json_agg(to_jsonb(t) order by to_jsonb(t)::text) as rows from ${table} t`,
    );
    all[table] = row?.rows;
  }
  return all;
}

/** Every event in the order it was committed; the feed would stop below other transactions of the cluster. */
async function readAll(): Promise<EventRecord[]> {
  return queue.database.transaction(async (tx) => {
    const places = await tx.query<{ stream: string; version: number }>(
      'all-places',
      `select stream, version from events order by tx_id, position`,
    );
    const streams = new Map<string, EventRecord[]>();
    for (const { stream } of places) {
      if (!streams.has(stream)) streams.set(stream, await queue.store.readStream(tx, stream));
    }
    return places.flatMap(({ stream, version }) => streams.get(stream)?.[version - 1] ?? []);
  });
}

async function foldAgain(records: readonly EventRecord[]): Promise<void> {
  await queue.database.transaction(async (tx) => {
    await tx.query('forget', `truncate names, requests, leases, account_clocks, commons`);
    await tx.query('begin-again', `insert into commons default values`);
    await updateState(tx, records);
  });
}

/** A history with every kind of event in it. */
async function live(): Promise<void> {
  for (const place of [1, 2, 3, 4, 5]) await queue.ask('ada', `atomic:a${place}`);
  for (const place of [1, 2, 3]) await queue.ask('ben', `standard:b${place}`, K512);
  await queue.ask('cem', 'atomic:a5');
  await queue.withdraw('ada', await queue.askFor('ada', 'atomic:a5'));
  await queue.withdraw('ben', await queue.askFor('ben', 'standard:b3', K512));
  const done = await queue.mustLease();
  await queue.deliver(done);
  await queue.announce(done);
  await queue.prove('atomic:a4');
  await queue.api.release({ ...(await queue.mustLease()), reason: 'abort' });
  await queue.deliver(await queue.mustLease());
  await queue.mustLease();
  await queue.ask('dan', 'atomic:d1');
}

async function leaseAll(): Promise<string[]> {
  const leased: string[] = [];
  for (let lease = await queue.lease(); lease; lease = await queue.lease()) leased.push(lease.requestId);
  return leased;
}

describe('folding the log of the queue again', () => {
  it('gives the same tables, and the order continues identically', async () => {
    await live();
    const before = await tables();
    const order = (await queue.api.getOrder({})).rows;
    const planned = serve(await queue.database.transaction(readWaiting));
    const records = await readAll();
    expect(new Set(records.map(({ type }) => type)).size).toBe(5);

    await foldAgain(records);
    expect(await tables()).toEqual(before);
    expect((await queue.api.getOrder({})).rows).toEqual(order);

    expect(await leaseAll()).toEqual(planned.map(({ row }) => row.requestId));
    const continued = await tables();
    await foldAgain(await readAll());
    expect(await tables()).toEqual(continued);
  });
});
