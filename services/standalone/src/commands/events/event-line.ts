import { decodePayload, UnreadableEvent } from '@atomicdb/events';
import type { upkeep } from '@atomicdb/event-store';
import { printable } from '../printable';

type RecordedEvent = upkeep.RecordedEvent;

function decoded({ envelope, payload }: RecordedEvent): unknown {
  try {
    return decodePayload(envelope.type, envelope.schemaVersion, payload).data;
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return { unreadable: error.message, payload: Buffer.from(payload).toString('base64') };
  }
}

/** One event a line, decoded: for people, or as JSON. */
export function eventLine(event: RecordedEvent, json: boolean): string {
  const { envelope } = event;
  const data = decoded(event);
  if (json) return `${JSON.stringify({ ...envelope, data })}\n`;
  const { occurredAt, producer, stream, version, type } = envelope;
  return `${printable(`${occurredAt} ${producer} ${stream}@${version} ${type} ${JSON.stringify(data)}`)}\n`;
}
