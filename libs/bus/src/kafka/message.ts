import type { Envelope } from '@atomicdb/events';
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

export function fromMessage(message: KafkaMessage): { envelope: Envelope; payload: Uint8Array } {
  const header = (name: string) => message.headers?.[name]?.toString() ?? '';
  return {
    payload: message.value ?? new Uint8Array(),
    envelope: {
      eventId: header('event-id'),
      type: header('type'),
      schemaVersion: Number(header('schema-version')),
      stream: message.key?.toString() ?? '',
      version: Number(header('version')),
      occurredAt: header('occurred-at'),
      producer: header('producer'),
      canonicalVersion: Number(header('canonical-version')),
      traceparent: header('traceparent') || null,
    },
  };
}
