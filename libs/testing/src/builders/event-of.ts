import {
  catalogue,
  eventId,
  ownerOf,
  type DomainEvent,
  type EventRecord,
  type EventType,
} from '@atomicdb/events';
import type { Payload } from '@atomicdb/events';

/** Any fields of a payload, at any depth; the others have the defaults of Protobuf. */
export type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Part<T[Key]> }
    : T;

/** An event with the given fields. */
export function eventOf<T extends EventType>(type: T, part: Part<Payload<T>>): DomainEvent<T> {
  const codec = catalogue[type].codec as unknown as { fromPartial(part: unknown): Payload<T> };
  return { type, data: codec.fromPartial(part) } as DomainEvent<T>;
}

const occurredAt = '2030-01-01T00:00:00.000Z';

/** The event as a consumer is handed it, at a place of its stream. */
export function recordOf(stream: string, version: number, event: DomainEvent): EventRecord {
  const producer = ownerOf(event.type);
  return {
    eventId: eventId(producer, stream, version),
    type: event.type,
    schemaVersion: catalogue[event.type].schemaVersion,
    stream,
    version,
    occurredAt,
    producer,
    canonicalVersion: 1,
    traceparent: null,
    event,
  };
}
