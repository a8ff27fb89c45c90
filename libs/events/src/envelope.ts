import { createHash } from 'node:crypto';
import type { DomainEvent, EventType } from './catalogue';

/** What travels beside every payload. Source: architecture.md, "Events". */
export interface Envelope {
  readonly eventId: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** kind-id */
  readonly stream: string;
  /** 1 is the first event of the stream. */
  readonly version: number;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  /** Service that wrote the event. */
  readonly producer: string;
  readonly canonicalVersion: number;
  readonly traceparent: string | null;
}

/** An envelope with its decoded event. */
export type EventRecord<T extends EventType = EventType> = Envelope & { readonly event: DomainEvent<T> };

/** Deterministic id: the same stream and version always have the same one. */
export function eventId(producer: string, stream: string, version: number): string {
  const hash = createHash('sha256').update(`${producer}\n${stream}\n${version}`).digest('hex');
  const variant = ((parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(18, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

export function streamId(kind: 'position' | 'analysis' | 'request' | 'account', id: string): string {
  return `${kind}-${id}`;
}
