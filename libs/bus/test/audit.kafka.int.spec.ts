import { encodePayload, eventId, type DomainEvent } from '@atomicdb/events';
import type { Message } from 'kafkajs';
import { auditTopic, faultsOf } from '../src';
import { toMessage } from '../src/kafka/message';
import { writePlace } from '../src/kafka/relay-progress';
import { partitionOf, topicOf } from '../src/kafka/topics';
import { nothingWrong, RelayScene } from './relay/relay-scene';

const topic = topicOf('accounts');
const partitions = 6;

function registered(stream: string, name = 'name'): DomainEvent {
  return { type: 'AccountRegistered', data: { accountId: stream, name, operator: false } };
}

/** A message as the relay would write it, but for what is changed. */
function message(
  stream: string,
  version: number,
  { partition = partitionOf(stream, partitions), name = 'name', producer = 'accounts' } = {},
): Message {
  const envelope = {
    eventId: eventId('accounts', stream, version),
    type: 'AccountRegistered',
    schemaVersion: 1,
    stream,
    version,
    occurredAt: '2026-01-01T00:00:00.000Z',
    producer,
    canonicalVersion: 1,
    traceparent: null,
  };
  return toMessage(envelope, encodePayload(registered(stream, name)), partition);
}

describe('the audit of a topic', () => {
  let scene: RelayScene;
  let brokers: readonly string[];
  let end: () => Promise<void>;

  beforeAll(async () => ({ scene, brokers, end } = await RelayScene.openAlone()));
  afterAll(() => end());

  const audit = () => auditTopic(brokers, scene.store);

  async function append(stream: string, count: number): Promise<void> {
    const events = Array.from({ length: count }, () => registered(stream));
    await scene.store.transaction([stream], (tx) =>
      scene.store.append(tx, [{ stream, expectedVersion: 0, events }]),
    );
  }

  /** Gives the place of each message. */
  async function send(messages: readonly Message[]): Promise<string[]> {
    const producer = scene.kafka().producer();
    await producer.connect();
    const places: string[] = [];
    for (const each of messages) {
      const [sent] = await producer.send({ topic, messages: [each] });
      places.push(`partition ${sent?.partition}, offset ${sent?.baseOffset}`);
    }
    await producer.disconnect();
    return places;
  }

  it('names each fault by its kind: what is missing, repeated, disordered, misplaced, different or foreign', async () => {
    for (const stream of ['missing', 'repeated', 'disordered']) await append(`account-${stream}`, 2);
    for (const stream of ['misplaced', 'different', 'sound']) await append(`account-${stream}`, 1);
    await writePlace(scene.store, topic, await scene.store.lastCursor(), new Map());
    const elsewhere = (partitionOf('account-misplaced', partitions) + 1) % partitions;
    await send([
      message('account-missing', 1),
      message('account-repeated', 1),
      message('account-repeated', 2),
      message('account-repeated', 1),
      message('account-disordered', 2),
      message('account-disordered', 1),
      message('account-misplaced', 1, { partition: elsewhere }),
      message('account-different', 1, { name: 'another' }),
      message('account-sound', 1),
    ]);
    const foreign = await send([
      { value: 'hello', partition: 3 },
      message('account-sound', 1, { producer: 'queue' }),
      message('', 1),
      message('account-sound', 2),
      message('account-forged', 1),
    ]);
    const found = await audit();
    expect(found).toEqual({
      topic,
      messages: 14,
      missing: ['account-missing@2'],
      repeated: ['account-repeated@1'],
      disordered: ['account-disordered@1'],
      misplaced: ['account-misplaced@1'],
      different: ['account-different'],
      foreign: foreign.toSorted(),
    });
    expect(faultsOf({ ...found, foreign: [] })).toEqual([
      `${topic}: account-missing@2 is not on the topic`,
      `${topic}: account-disordered@1 comes before an older event of its stream`,
      `${topic}: account-misplaced@1 lies in another partition than that of its key`,
      `${topic}: account-different has another payload than in the store`,
    ]);
    expect(faultsOf({ topic, messages: 1, ...nothingWrong, foreign: ['partition 3, offset 0'] })).toEqual([
      `${topic}: partition 3, offset 0 is no event of the store`,
    ]);
  });

  it('finds nothing wrong with events that the relay has written and not yet recorded', async () => {
    const before = await audit();
    await append('account-fresh', 2);
    await send([message('account-fresh', 1), message('account-fresh', 2)]);
    expect(await audit()).toEqual({ ...before, messages: before.messages + 2 });
  });
});
