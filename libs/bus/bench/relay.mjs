import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaBus } from '@atomicdb/bus';
import { EventStore } from '@atomicdb/event-store';
import { encodeMessage } from '@atomicdb/events';
import { Kafka, logLevel } from 'kafkajs';

const partitions = 6;
const topic = 'accounts.events.v1';
const eventsASend = 330;

/** Appends so many events, 500 a transaction. */
export async function fill(store, count) {
  for (let done = 0; done < count; done += 500) {
    const streams = Array.from({ length: 50 }, () => `account-${randomUUID()}`);
    const appendings = streams.map((stream) => ({
      stream,
      expectedVersion: 0,
      events: Array.from({ length: 10 }, () => ({
        type: 'AccountRegistered',
        data: { accountId: stream, name: 'a name of some length', operator: false },
      })),
    }));
    await store.transaction(streams, (tx) => store.append(tx, appendings));
  }
}

async function messagesOn(kafka, name) {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(name).catch(() => []);
  await admin.disconnect();
  return offsets.reduce((sum, { high }) => sum + Number(high), 0);
}

async function deleteTopic(kafka, name) {
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [name] });
  await admin.disconnect();
}

/** Events a second from the first message on the topic to the last, through the product's relay; also of processor time. */
async function relayRate({ kafka, brokers, database, count }) {
  const store = new EventStore(database, 'accounts');
  const bus = new KafkaBus({
    brokers,
    clientId: 'bench',
    partitions,
    replicationFactor: 1,
    onError: () => undefined,
  });
  bus.publish(store);
  await bus.start();
  let [first, began, used] = [0, 0, undefined];
  for (;;) {
    const there = await messagesOn(kafka, topic);
    if (there > 0 && began === 0) [first, began, used] = [there, performance.now(), process.cpuUsage()];
    if (there >= count) break;
    await sleep(20);
  }
  const rate = (count - first) / ((performance.now() - began) / 1_000);
  const { user, system } = process.cpuUsage(used);
  await bus.stop();
  return { rate, ofProcessor: (count - first) / ((user + system) / 1_000_000) };
}

/** As the relay makes them. */
function messagesOf(events, partition) {
  return events.map(({ envelope, payload }) => {
    const { eventId, type, schemaVersion, version, occurredAt, producer, canonicalVersion } = envelope;
    const rest = { eventId, type, schemaVersion, version, occurredAt, producer, canonicalVersion };
    const value = encodeMessage({ ...rest, payload });
    return { partition, key: envelope.stream, value: Buffer.from(value.buffer) };
  });
}

/** The same messages, made for each send, and sent by kafkajs alone under the same rule: one partition a send, one in flight. */
async function rawRate({ kafka, database, count }) {
  const rawTopic = `raw.${randomUUID()}`;
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({
    topics: [{ topic: rawTopic, numPartitions: partitions }],
    waitForLeaders: false,
  });
  await admin.disconnect();
  // A topic is not known everywhere at once, and one of the same name may just have been deleted.
  await sleep(3_000);
  const store = new EventStore(database, 'accounts');
  const { events } = await store.readFeed('0:0', eventsASend);
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition,
  });
  await producer.connect();
  let sent = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      while (sent < count) {
        sent += eventsASend;
        await producer.send({ topic: rawTopic, acks: -1, messages: messagesOf(events, partition) });
      }
    }),
  );
  const rate = sent / ((performance.now() - began) / 1_000);
  await producer.disconnect();
  await deleteTopic(kafka, rawTopic);
  return rate;
}

/** @param {{ brokers: string[], database: import('@atomicdb/event-store').Database, count: number }} options */
export async function benchRelay({ brokers, database, count }) {
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  await fill(new EventStore(database, 'accounts'), count);
  await rawRate({ kafka, database, count: 10_000 });
  const before = await rawRate({ kafka, database, count });
  const relay = await relayRate({ kafka, brokers, database, count });
  const after = await rawRate({ kafka, database, count });
  await deleteTopic(kafka, topic);
  const raw = (before + after) / 2;
  return { count, relay: relay.rate, ofProcessor: relay.ofProcessor, raw, ratio: relay.rate / raw };
}
