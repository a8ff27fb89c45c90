import { randomUUID } from 'node:crypto';
import { EventStore } from '@atomicdb/event-store';
import { maxEventBytes, OversizedEvent, type DomainEvent } from '@atomicdb/events';
import { eventually } from '@atomicdb/testing';
import { append, consumer, joined, seen } from './contract-parts';
import { patience, type ContractScene } from './contract-scene';

const newStream = () => `request-${randomUUID()}`;

/** What both transports make of the same events in another order, once more, or very large. */
export function describeCarrying(scene: () => ContractScene): void {
  it('counts each event once although its progress is set back to zero while it runs', async () => {
    const stream = newStream();
    const name = 'test:zero:1';
    const { reader } = scene().transport;
    await scene().start([consumer(reader, name)]);
    await append(scene().store, stream, 3);
    await scene().becomes(name, stream, [1, 2, 3]);
    await reader.query('set-back', 'delete from consumer_progress where consumer = $1', [name]);
    await append(scene().store, stream, 2);
    await scene().becomes(name, stream, [1, 2, 3, 4, 5]);
    expect(await scene().letters(name, [stream])).toEqual([]);
  });

  it('brings the same events of two owners, whichever come first', async () => {
    const stream = newStream();
    const { reader } = scene().transport;
    const closed: DomainEvent = {
      type: 'PositionsClosed',
      data: { position: stream, status: 'WIN', gate: 'CHILDREN', plies: 1, rules: 1 },
    };
    const backing = new EventStore(reader, 'backing');
    const close = () =>
      backing.transaction([`position-${stream}`], (tx) =>
        backing.append(tx, [{ stream: `position-${stream}`, expectedVersion: 'any', events: [closed] }]),
      );
    const types = ['RequestJoined', 'PositionsClosed'] as const;
    const rows = async (name: string) =>
      (await seen(reader, name))
        .filter((row) => row.stream.endsWith(stream))
        .map((row) => `${row.stream}@${row.version}`);
    const all = [`position-${stream}@1`, `position-${stream}@2`, `${stream}@1`, `${stream}@2`];
    const names = ['test:as-it-came:1', 'test:other-way:1'] as const;
    const stores = [scene().store, backing];
    const live = await scene().start([consumer(reader, names[0], { types })], stores);
    for (const step of [close, () => append(scene().store, stream, 1)]) await step();
    for (const step of [() => append(scene().store, stream, 1), close]) await step();
    const haveAll = async (name: string) =>
      eventually(async () => expect((await rows(name)).sort()).toEqual(all), patience);
    await haveAll(names[0]);
    await live.stop();
    await scene().start([consumer(reader, names[1], { types: [...types].reverse() })], stores);
    await haveAll(names[1]);
  });

  it('takes 200 events into one transaction at most, where its consumer does not say', async () => {
    const stream = newStream();
    const name = 'test:batches:1';
    const { reader } = scene().transport;
    const versions = Array.from({ length: 450 }, (_, index) => index + 1);
    await scene().plant(versions.map((version) => ({ stream, version })));
    await scene().start([consumer(reader, name)]);
    await scene().becomes(name, stream, versions);
    const sizes = await reader.query<{ events: number }>(
      'sizes-of-transactions',
      'select count(*)::int as events from seen where consumer = $1 group by tx_id order by events desc',
      [name],
    );
    expect(sizes[0]?.events).toBe(200);
  });

  it('carries the largest event whole, and refuses to append a larger one', async () => {
    const stream = newStream();
    const name = 'test:large:1';
    const lengths: number[] = [];
    const { reader } = scene().transport;
    await scene().start([
      consumer(reader, name, {
        handle(_tx, { event, ...envelope }) {
          if (envelope.stream === stream && event.type === 'RequestJoined')
            lengths.push(event.data.accountId.length);
          return Promise.resolve();
        },
      }),
    ]);
    const { store } = scene();
    const largest = maxEventBytes - 200;
    const appendLarge = (length: number) =>
      store.transaction([stream], (tx) =>
        store.append(tx, [{ stream, expectedVersion: 'any', events: [joined(stream, 'x'.repeat(length))] }]),
      );
    await appendLarge(largest);
    await expect(appendLarge(maxEventBytes)).rejects.toThrow(OversizedEvent);
    await appendLarge(1);
    await eventually(() => expect(lengths).toEqual([largest, 1]), patience);
  });

  it('sets nothing aside while a consumer cannot prepare, and applies all once it can', async () => {
    const stream = newStream();
    const name = 'test:prepare:1';
    let attempts = 0;
    const prepare = () => {
      attempts += 1;
      return attempts > 2 ? Promise.resolve() : Promise.reject(new TypeError('a table cannot be read'));
    };
    await scene().start([consumer(scene().transport.reader, name, { prepare })]);
    await scene().plant([1, 2, 3].map((version) => ({ stream, version })));
    await scene().becomes(name, stream, [1, 2, 3]);
    expect(await scene().letters(name, [stream])).toEqual([]);
    expect(scene().reports).toContain(`Error: ${name} could not prepare: TypeError: a table cannot be read`);
  });
}
