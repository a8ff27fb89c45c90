import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedBus, KafkaBus } from '@atomicdb/bus';
import { EventStore } from '@atomicdb/event-store';

const seconds = 15;
const loadPerSecond = 1_000;
const tickMs = 50;
const onError = () => undefined;

const registered = (stream) => ({
  type: 'AccountRegistered',
  data: { accountId: stream, name: 'n', operator: false },
});
const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** One command of one event on a stream of its own, and the moment at which its projection has committed it. */
class Probe {
  begun = new Map();
  handled = [];
  taken = [];

  constructor(store, reader) {
    this.store = store;
    this.consumer = {
      name: `bench:latency:${randomUUID().slice(0, 8)}`,
      types: ['AccountRegistered'],
      database: reader,
      handle: async (tx, { stream }) => {
        if (this.begun.has(stream)) this.handled.push(stream);
      },
      settled: async () => {
        for (const stream of this.handled.splice(0))
          this.taken.push(performance.now() - this.begun.get(stream));
      },
    };
  }

  async command() {
    const stream = `account-${randomUUID()}`;
    this.begun.set(stream, performance.now());
    await this.store.transaction([stream], (tx) =>
      this.store.append(tx, [{ stream, expectedVersion: 0, events: [registered(stream)] }]),
    );
  }
}

/** Background events, 50 streams a transaction, so many a second. */
async function load(store, signal) {
  while (!signal.aborted) {
    const streams = Array.from({ length: (loadPerSecond * tickMs) / 1_000 }, () => `account-${randomUUID()}`);
    const began = performance.now();
    await store.transaction(streams, (tx) =>
      store.append(
        tx,
        streams.map((stream) => ({ stream, expectedVersion: 0, events: [registered(stream)] })),
      ),
    );
    await sleep(Math.max(0, tickMs - (performance.now() - began)));
  }
}

async function measure(probe, store, isLoaded) {
  const ending = new AbortController();
  const loading = isLoaded ? load(store, ending.signal) : Promise.resolve();
  await sleep(2_000);
  probe.taken.length = 0;
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    await probe.command();
    await sleep(20 + Math.random() * 40);
  }
  await sleep(3_000);
  ending.abort();
  await loading;
  const sorted = [...probe.taken].sort((a, b) => a - b);
  return { commands: sorted.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/**
 * From the command's first statement to the commit of a projection of its event, idle and beside 1,000 events a second.
 *
 * @param {{ brokers: string[] | null, writer: import('@atomicdb/event-store').Database, reader: import('@atomicdb/event-store').Database }} options
 */
export async function benchLatency({ brokers, writer, reader }) {
  const store = new EventStore(writer, 'accounts');
  const bus = brokers
    ? new KafkaBus({ brokers, clientId: 'latency', partitions: 6, replicationFactor: 1, onError })
    : new EmbeddedBus(onError);
  const probe = new Probe(store, reader);
  bus.publish(store);
  bus.consume(probe.consumer);
  await bus.start();
  await probe.command();
  while (probe.taken.length === 0) await sleep(50);
  const idle = await measure(probe, store, false);
  const loaded = await measure(probe, store, true);
  await bus.stop();
  return { transport: brokers ? 'Kafka' : 'embedded', idle, loaded };
}
