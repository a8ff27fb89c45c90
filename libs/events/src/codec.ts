import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { catalogue, isEventType, type DomainEvent, type EventType } from './catalogue';
import { encoding } from './encoding';
import { EventMessage } from './generated/atomicdb/events/v1/event_message';
import { PayloadReader } from './payload-reader';

/** An event that this release cannot read: unknown type, newer version, too large or damaged bytes. */
export class UnreadableEvent extends Error {
  constructor(
    readonly reason: 'unknown-type' | 'newer-version' | 'oversized' | 'damaged',
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableEvent';
  }
}

/** An event larger than any part of the product takes: no store appends it. */
export class OversizedEvent extends Error {
  constructor(type: string, bytes: number) {
    super(`${sizeFault(type, bytes)}: split what it says over several events`);
    this.name = 'OversizedEvent';
  }
}

/** Bytes of the largest payload. Topics are made for it, whatever the default of the broker (1 MB). */
export const maxEventBytes = 4 * 1024 * 1024;

function sizeFault(type: string, bytes: number): string {
  return `${type} has ${bytes} bytes and an event at most ${maxEventBytes}`;
}

/** The types of codec and payload agree by the catalogue, which TypeScript cannot follow through a union. */
interface AnyCodec {
  encode(data: unknown, writer: BinaryWriter): BinaryWriter;
  decode(bytes: Uint8Array | BinaryReader): unknown;
}

/** How the payloads of one type are read. */
export interface PayloadVersions {
  /** The version that is written. */
  readonly schemaVersion: number;
  readonly codec: AnyCodec;
  /**
   * For each earlier version: reads its bytes and gives the payload of the current one. An event is never rewritten, so
   * every version that was ever released stays here.
   */
  readonly older?: Readonly<Record<number, (bytes: Uint8Array) => unknown>>;
}

export function versionsOf(type: EventType): PayloadVersions {
  return catalogue[type] as unknown as PayloadVersions;
}

/** Throws OversizedEvent. */
export function encodePayload(event: DomainEvent): Uint8Array {
  const { codec } = versionsOf(event.type);
  const bytes = encoding((writer) => codec.encode(event.data, writer));
  if (bytes.length > maxEventBytes) throw new OversizedEvent(event.type, bytes.length);
  return bytes;
}

/** The value of a Kafka message. */
export function encodeMessage(message: EventMessage): Uint8Array {
  return encoding((writer) => EventMessage.encode(message, writer));
}

/** Throws UnreadableEvent; never skips. */
export function decodePayload(type: string, schemaVersion: number, bytes: Uint8Array): DomainEvent {
  if (!isEventType(type)) throw new UnreadableEvent('unknown-type', `unknown event type ${type}`);
  // No store appended it.
  if (bytes.length > maxEventBytes) throw new UnreadableEvent('oversized', sizeFault(type, bytes.length));
  return { type, data: decodeVersion(type, versionsOf(type), schemaVersion, bytes) } as DomainEvent;
}

/** The payload in the form of the current version, whichever it was written in. Throws UnreadableEvent. */
export function decodeVersion(
  type: string,
  { schemaVersion, codec, older = {} }: PayloadVersions,
  version: number,
  bytes: Uint8Array,
): unknown {
  if (version > schemaVersion) {
    throw new UnreadableEvent(
      'newer-version',
      `${type} has version ${version}; this release reads up to ${schemaVersion}`,
    );
  }
  const decode =
    version === schemaVersion ? (own: Uint8Array) => codec.decode(new PayloadReader(own)) : older[version];
  if (!decode) throw new UnreadableEvent('damaged', `${type} has no version ${version}`);
  try {
    return decode(bytes);
  } catch (error) {
    throw new UnreadableEvent('damaged', `${type} cannot be decoded: ${String(error)}`);
  }
}
