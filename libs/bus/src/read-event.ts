import {
  decodePayload,
  isEventType,
  UnreadableEvent,
  type Envelope,
  type EventRecord,
} from '@atomicdb/events';
import type { Consumer } from './bus';

/** An event with its payload not yet decoded. */
export interface RawEvent {
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
}

/**
 * What is wrong with an envelope, so that its place in its stream is not known; null when nothing is.
 * A producer that is not the owner of what was read is a forgery or a fault.
 */
export function envelopeFault({ stream, version, type, producer }: Envelope, owner: string): string | null {
  if (stream === '' || version < 1 || type === '')
    return 'damaged-envelope: stream, version or type is missing';
  return producer === owner ? null : `damaged-envelope: ${producer || 'nobody'} produced it, not ${owner}`;
}

/** Events of other types pass by; an unknown type may be meant for this consumer, so it is set aside. */
export function concerns(consumer: Consumer, { type }: Envelope): boolean {
  return !isEventType(type) || consumer.types.includes(type);
}

/** The event, or the reason why it cannot be read. */
export function readEvent({ envelope, payload }: RawEvent): EventRecord | string {
  try {
    const event = decodePayload(envelope.type, envelope.schemaVersion, payload);
    // A spread costs six times as much, for every event.
    return Object.assign({ event }, envelope);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}
