import {
  decodePayload,
  isEventType,
  UnreadableEvent,
  type DomainEvent,
  type Envelope,
} from '@atomicdb/events';
import { inTrace } from '@atomicdb/telemetry';
import type { Tail } from './bus';

/** Hands an event to a tail that wants it. One that cannot be read is reported and passed over: a page loses a hint. */
export function showTail(
  tail: Tail,
  envelope: Envelope,
  payload: Uint8Array,
  onError: (error: unknown) => void,
): void {
  if (!isEventType(envelope.type) || !tail.types.includes(envelope.type)) return;
  let event: DomainEvent;
  try {
    event = decodePayload(envelope.type, envelope.schemaVersion, payload);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return onError(error);
  }
  const attributes = { 'event.type': envelope.type, 'event.stream': envelope.stream };
  const shown = inTrace(envelope.traceparent, `${tail.name} ${envelope.type}`, attributes, () => {
    tail.handle({ ...envelope, event });
    return Promise.resolve();
  });
  shown.catch(onError);
}
