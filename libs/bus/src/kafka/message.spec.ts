import { EventMessage, eventId, type Envelope } from '@atomicdb/events';
import type { KafkaMessage } from 'kafkajs';
import { fromMessage, toMessage } from './message';

const envelope: Envelope = {
  eventId: eventId('queue', 'request-r', 3),
  type: 'RequestJoined',
  schemaVersion: 1,
  stream: 'request-r',
  version: 3,
  occurredAt: '2026-03-01T10:00:00.000Z',
  producer: 'queue',
  canonicalVersion: 1,
  traceparent: null,
};

const written = toMessage(envelope, new Uint8Array([1, 2]), 0);
const sound = {
  ...written,
  key: Buffer.from('request-r'),
  timestamp: '1772359200000',
  offset: '41',
} as unknown as KafkaMessage;

function read(change: Partial<KafkaMessage>) {
  return fromMessage({
    topic: 'queue.events.v1',
    partition: 2,
    message: { ...sound, ...change } as KafkaMessage,
  });
}

const withField = (name: keyof Envelope, value: string | number) => ({
  value: Buffer.from(EventMessage.encode({ ...envelope, payload: new Uint8Array(), [name]: value }).finish()),
});

describe('a Kafka message', () => {
  it('gives back the envelope and the payload it was made of', () => {
    const { payload, envelope: back } = read({});
    expect(back).toEqual(envelope);
    expect([...payload]).toEqual([1, 2]);
  });

  it.each([
    ['no key', { key: null }, { stream: '' }],
    ['no value', { value: null }, { version: 0 }],
    ['an empty value', { value: Buffer.alloc(0) }, { version: 0, type: '', producer: '' }],
    ['a value that is no EventMessage', { value: Buffer.from('{"type":') }, { version: 0, type: '' }],
    ['a value cut short', { value: sound.value?.subarray(0, 20) ?? null }, { version: 0, type: '' }],
    ['an id that is none', withField('eventId', 'x'), { version: 0 }],
    ['a version beyond any column', withField('version', 3_000_000_000), { version: 0 }],
    ['NUL in its type', withField('type', 'Request\0'), { version: 0, type: 'Request\ufffd' }],
    [
      'a key too long for an index',
      { key: Buffer.alloc(9_000, 'k') },
      { version: 0, stream: 'k'.repeat(500) },
    ],
  ])('with %s has no place in a stream, and can be stored', (_name, change, expected) => {
    expect(read(change).envelope).toMatchObject(expected);
  });

  it('that is no event has the id of its place, so that two of them are two', () => {
    const { eventId: id } = read({ value: null }).envelope;
    expect(id).toBe(eventId('queue.events.v1', 'partition-2', 41));
  });

  it.each([
    '',
    'yesterday',
    '0000-01-01T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '+99999-01-01T00:00:00.000Z',
  ])('has the time of the broker where its own is %j', (text) => {
    expect(read(withField('occurredAt', text)).envelope.occurredAt).toBe('2026-03-01T10:00:00.000Z');
  });

  it('has a time even where a stranger gave the broker an absurd one', () => {
    const absurd = { ...withField('occurredAt', ''), timestamp: '9223372036854775807' };
    expect(read(absurd).envelope.occurredAt).toBe('9999-12-31T23:59:59.999Z');
  });
});
