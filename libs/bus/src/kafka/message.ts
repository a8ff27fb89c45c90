import { eventId, type Envelope } from '@atomicdb/events';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/** Longer names belong to no event of the product, and could not be indexed. */
const longestName = 500;
/** End of the year 9999: later times have another form. */
const lastMs = 253_402_300_799_999;

/**
 * An event as a Kafka message: the key is the stream, the value the Protobuf payload, the header `envelope` the rest of
 * the envelope as JSON. One header and not one a field: kafkajs spends most of a send on headers.
 */
export function toMessage(envelope: Envelope, payload: Uint8Array, partition: number): Message {
  const {
    eventId: id,
    type,
    schemaVersion,
    stream,
    version,
    occurredAt,
    producer,
    canonicalVersion,
    traceparent,
  } = envelope;
  const rest = { eventId: id, type, schemaVersion, version, occurredAt, producer, canonicalVersion };
  return {
    key: stream,
    value: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
    partition,
    headers: { envelope: JSON.stringify(rest), ...(traceparent ? { traceparent } : {}) },
  };
}

/** Where a message lies. */
export interface MessagePlace {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/**
 * The event of a message. What a stranger wrote may be no event: then its version is 0, its id that of its place, and
 * its texts are cut to what the database can hold, so that it can be set aside.
 */
export function fromMessage({ topic, partition, message }: MessagePlace): {
  envelope: Envelope;
  payload: Uint8Array;
} {
  const field = fieldsOf(message.headers?.['envelope']);
  const stream = textOf(message.key);
  const traceparent = textOf(message.headers?.['traceparent']);
  const names = [stream, field('type'), field('producer'), traceparent];
  const id = field('eventId');
  // A message without a value is a tombstone; an event without content has an empty one.
  const isEvent = isUuid(id) && message.value !== null && names.every(isName);
  return {
    payload: message.value ?? new Uint8Array(),
    envelope: {
      eventId: isEvent ? id.toLowerCase() : eventId(topic, `partition-${partition}`, Number(message.offset)),
      type: storable(field('type')),
      schemaVersion: count(field('schemaVersion')),
      stream: storable(stream),
      version: isEvent ? count(field('version')) : 0,
      occurredAt: time(field('occurredAt'), message.timestamp),
      producer: storable(field('producer')),
      canonicalVersion: count(field('canonicalVersion')),
      traceparent: storable(traceparent) || null,
    },
  };
}

type HeaderValue = IHeaders[string];

function textOf(value: HeaderValue | null): string {
  return value?.toString() ?? '';
}

/** Reads a field of an envelope as text, empty where it has none: what a stranger wrote may be no JSON, or no object. */
function fieldsOf(header: HeaderValue): (name: keyof Envelope) => string {
  const fields = parsed(textOf(header));
  return (name) => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}

function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function isName(text: string): boolean {
  return text.length <= longestName && !text.includes('\0');
}

function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').slice(0, longestName);
}

function count(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** As stores write it, so that the same event has the same text; the broker's own time where the header is no time. */
function time(text: string, brokerMs: string): string {
  const isStored = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  if (isStored && !Number.isNaN(Date.parse(text))) return text;
  return new Date(Math.min(Math.max(0, Number(brokerMs)), lastMs)).toISOString();
}
