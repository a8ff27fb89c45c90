import { catalogue, isEventType, type DomainEvent, type EventType } from './catalogue';

/** An event that this release cannot read: unknown type, newer version or damaged bytes. */
export class UnreadableEvent extends Error {
  constructor(
    readonly reason: 'unknown-type' | 'newer-version' | 'damaged',
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableEvent';
  }
}

/** The types of codec and payload agree by the catalogue, which TypeScript cannot follow through a union. */
interface AnyCodec {
  encode(data: unknown): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

function codecOf(type: EventType): AnyCodec {
  return catalogue[type].codec as unknown as AnyCodec;
}

export function encodePayload(event: DomainEvent): Uint8Array {
  return codecOf(event.type).encode(event.data).finish();
}

/** Throws UnreadableEvent; never skips. */
export function decodePayload(type: string, schemaVersion: number, bytes: Uint8Array): DomainEvent {
  if (!isEventType(type)) throw new UnreadableEvent('unknown-type', `unknown event type ${type}`);
  if (schemaVersion > catalogue[type].schemaVersion) {
    throw new UnreadableEvent(
      'newer-version',
      `${type} has version ${schemaVersion}; this release reads up to ${catalogue[type].schemaVersion}`,
    );
  }
  try {
    return { type, data: codecOf(type).decode(bytes) } as DomainEvent;
  } catch (error) {
    throw new UnreadableEvent('damaged', `${type} cannot be decoded: ${String(error)}`);
  }
}
