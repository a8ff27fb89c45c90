import { encodeMessage, EventMessage, eventId, type Envelope } from '@atomicdb/events';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/** Longer names belong to no event of the product, and could not be indexed. */
const longestName = 500;
/** Past it a number fits no column of versions. */
const mostVersions = 999_999_999;
/** End of the year 9999: later times have another form. */
const lastMs = 253_402_300_799_999;

/**
 * An event as a Kafka message: the key is the stream, the value an EventMessage, the one header the trace context, which
 * other tools know by that name. No header a field: kafkajs spends most of a send on headers.
 */
export function toMessage(envelope: Envelope, payload: Uint8Array, partition: number): Message {
  const {
    eventId: id,
    type,
    schemaVersion,
    version,
    occurredAt,
    producer,
    canonicalVersion,
    traceparent,
  } = envelope;
  const rest = { eventId: id, type, schemaVersion, version, occurredAt, producer, canonicalVersion };
  const value = encodeMessage({ ...rest, payload });
  return {
    key: envelope.stream,
    value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    partition,
    ...(traceparent ? { headers: { traceparent } } : {}),
  };
}

/** Where a message lies. */
export interface MessagePlace {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/**
 * The event of a message. What a stranger wrote may be no event: then its version is 0, its id that of its place, its
 * payload the whole value, and its texts are cut to what the database can hold, so that it can be set aside.
 */
export function fromMessage({ topic, partition, message }: MessagePlace): {
  envelope: Envelope;
  payload: Uint8Array;
} {
  const fields = decoded(message.value);
  const stream = textOf(message.key);
  const traceparent = textOf(message.headers?.['traceparent']);
  const names = [stream, fields.type, fields.producer, traceparent];
  const isEvent = isUuid(fields.eventId) && names.every(isName);
  return {
    payload: isEvent ? fields.payload : (message.value ?? nothing.payload),
    envelope: {
      eventId: isEvent
        ? fields.eventId.toLowerCase()
        : eventId(topic, `partition-${partition}`, Number(message.offset)),
      type: storable(fields.type),
      schemaVersion: count(fields.schemaVersion),
      stream: storable(stream),
      version: isEvent ? count(fields.version) : 0,
      occurredAt: time(fields.occurredAt, message.timestamp),
      producer: storable(fields.producer),
      canonicalVersion: count(fields.canonicalVersion),
      traceparent: storable(traceparent) || null,
    },
  };
}

const nothing = EventMessage.decode(new Uint8Array());

/** What a stranger wrote may be no EventMessage, and a tombstone has no value. */
function decoded(value: Uint8Array | null): EventMessage {
  if (value === null) return nothing;
  try {
    return EventMessage.decode(value);
  } catch {
    return nothing;
  }
}

function textOf(value: IHeaders[string] | null): string {
  return value?.toString() ?? '';
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

function count(number: number): number {
  return number <= mostVersions ? number : 0;
}

/** As stores write it, so that the same event has the same text; the broker's own time where the header is no time. */
function time(text: string, brokerMs: string): string {
  const isStored = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);
  if (isStored && !Number.isNaN(Date.parse(text))) return text;
  return new Date(Math.min(Math.max(0, Number(brokerMs)), lastMs)).toISOString();
}
