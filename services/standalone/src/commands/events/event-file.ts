import { createHash } from 'node:crypto';
import { canonicalVersion, type Envelope } from '@atomicdb/events';
import type { upkeep } from '@atomicdb/event-store';
import type { StoreOwner } from './owners';

type RecordedEvent = upkeep.RecordedEvent;

/**
 * A file of events: one JSON object a line. First the head, then the events of each owner in the order of its feed, then
 * the rows that follow from no event, then the foot with the SHA-256 of every byte before it. Each line ends with a check
 * over itself, so that a damaged one can be named.
 */
export const fileFormat = 'atomicdb-events';
export const formatVersion = 1;

export interface Head {
  readonly format: typeof fileFormat;
  readonly formatVersion: number;
  /** Of the product that wrote the file. */
  readonly release: string;
  /** Of the identity rule that the keys in the events follow. */
  readonly canonicalVersion: number;
  /** Number of events of each owner. */
  readonly events: Readonly<Record<StoreOwner, number>>;
}

export type EventLine = Omit<Envelope, 'producer'> & { readonly owner: StoreOwner; readonly payload: string };

export interface RowLine {
  readonly owner: StoreOwner;
  readonly table: string;
  readonly row: Record<string, unknown>;
}

export interface Foot {
  readonly end: true;
  readonly events: number;
  readonly rows: number;
  readonly sha256: string;
}

export function makeHead(release: string, events: Head['events']): Head {
  return { format: fileFormat, formatVersion, release, canonicalVersion, events };
}

export function toLine(owner: StoreOwner, { envelope, payload }: RecordedEvent): EventLine {
  const { producer: _owner, ...rest } = envelope;
  return { owner, ...rest, payload: Buffer.from(payload).toString('base64') };
}

export function toRecorded({ owner, payload, ...rest }: EventLine): RecordedEvent {
  return { envelope: { ...rest, producer: owner }, payload: Buffer.from(payload, 'base64') };
}

const checkDigits = 12;

function checkOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, checkDigits);
}

/** The line of a file, with the line feed. */
export function writeLine(value: object): string {
  return `${JSON.stringify({ ...value, check: checkOf(JSON.stringify(value)) })}\n`;
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON (${(error as Error).message})`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Error('it is no JSON object');
}

/** What a line says; throws when it is not what was written. */
export function readLine(text: string): Record<string, unknown> {
  const { check, ...value } = parseObject(text);
  if (check !== checkOf(JSON.stringify(value))) throw new Error('its check does not match what it says');
  return value;
}
