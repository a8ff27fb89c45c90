import { eventId, type Envelope } from '@atomicdb/events';
import type { KafkaMessage, Message } from 'kafkajs';

/** An event as a Kafka message: the key is the stream, the value the Protobuf payload, the headers the envelope. */
export function toMessage(envelope: Envelope, payload: Uint8Array, partition: number): Message {
  return {
    key: envelope.stream,
    value: Buffer.from(payload),
    partition,
    headers: {
      'event-id': envelope.eventId,
      type: envelope.type,
      'schema-version': String(envelope.schemaVersion),
      version: String(envelope.version),
      'occurred-at': envelope.occurredAt,
      producer: envelope.producer,
      'canonical-version': String(envelope.canonicalVersion),
      ...(envelope.traceparent ? { traceparent: envelope.traceparent } : {}),
    },
  };
}

/** Where a message lies. */
export interface MessagePlace {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** The event of a message. One without an id, written by a stranger, gets that of its place, so that it can be set aside. */
export function fromMessage({ topic, partition, message }: MessagePlace): {
  envelope: Envelope;
  payload: Uint8Array;
} {
  const header = (name: string) => message.headers?.[name]?.toString() ?? '';
  const id = header('event-id');
  return {
    payload: message.value ?? new Uint8Array(),
    envelope: {
      eventId: isUuid(id) ? id : eventId(topic, `partition-${partition}`, Number(message.offset)),
      type: header('type'),
      schemaVersion: count(header('schema-version')),
      stream: message.key?.toString() ?? '',
      version: count(header('version')),
      occurredAt: time(header('occurred-at'), message.timestamp),
      producer: header('producer'),
      canonicalVersion: count(header('canonical-version')),
      traceparent: header('traceparent') || null,
    },
  };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function count(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The broker's own time where the header is no time. */
function time(text: string, brokerMs: string): string {
  return Number.isNaN(Date.parse(text)) ? new Date(Number(brokerMs)).toISOString() : text;
}
