import { decodePayload, isEventType, UnreadableEvent, type Envelope } from '@atomicdb/events';
import type { Tail } from './bus';

/** Hands an event to a tail that wants it. One that cannot be read is reported and passed over: a page loses a hint. */
export function showTail(
  tail: Tail,
  envelope: Envelope,
  payload: Uint8Array,
  onError: (error: unknown) => void,
): void {
  if (!isEventType(envelope.type) || !tail.types.includes(envelope.type)) return;
  try {
    tail.handle({ ...envelope, event: decodePayload(envelope.type, envelope.schemaVersion, payload) });
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    onError(error);
  }
}
