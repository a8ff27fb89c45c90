import { randomUUID } from 'node:crypto';
import type { DeadLetterKind, upkeep } from '@atomicdb/event-store';
import { encodePayload, eventTypes, maxEventBytes, ownerOf, type Owner } from '@atomicdb/events';
import { eventOf } from '@atomicdb/testing';

export type Carried = upkeep.RecordedEvent;

/** An event that no store would have written, and the letter it must become. */
export interface PlantedEvent {
  readonly owner: Owner;
  readonly carried: Carried;
  readonly kind: DeadLetterKind;
  readonly reason: string;
  /** Null: for every consumer that reads the owner; else only for those that handle the type. */
  readonly handled: string | null;
}

export const owners = ['accounts', 'positions', 'queue', 'analyses', 'backing'] as const;

/** A field of bytes that are not there. */
const damagedPayload = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]);
const newerVersion = 9;
/** Field 1,000 with 4 MiB of bytes. */
const unreadField = Buffer.from([0xc2, 0x3e, 0x80, 0x80, 0x80, 0x02]);

function carriedOf(
  owner: Owner,
  stream: string,
  version: number,
  part: Partial<Carried['envelope']>,
): Carried {
  const [type] = typesOf(owner);
  const payload = encodePayload(eventOf(type, {}));
  const envelope = {
    eventId: randomUUID(),
    type,
    schemaVersion: 1,
    stream,
    version,
    occurredAt: '2026-01-01T00:00:00.000Z',
    producer: owner,
    canonicalVersion: 1,
    traceparent: null,
    ...part,
  };
  return { envelope, payload };
}

function typesOf(owner: Owner) {
  const [first, ...others] = eventTypes.filter((type) => ownerOf(type) === owner);
  if (first === undefined) throw new Error(`${owner} writes no events`);
  return [first, ...others] as const;
}

/** Unknown, newer, damaged, forged and behind a gap: one of each for every owner, and one larger than any may be. */
export function plantedEvents(round: number): PlantedEvent[] {
  return [...owners.flatMap((owner) => ofOwner(owner, round)), oversized(round)];
}

function ofOwner(owner: Owner, round: number): PlantedEvent[] {
  const at = (what: string) => `planted-${what}-${round}`;
  const carried = (what: string, version: number, part: Partial<Carried['envelope']> = {}) =>
    carriedOf(owner, at(what), version, part);
  const unreadable = { owner, kind: 'unreadable', handled: null } as const;
  const waiting = { owner, kind: 'waiting', handled: null } as const;
  return [
    { ...unreadable, carried: carried('unknown', 1, { type: 'NobodyKnowsIt' }), reason: 'unknown-type' },
    ...typesOf(owner).map((type) => ({
      ...unreadable,
      carried: carried(`newer-${type}`, 1, { type, schemaVersion: newerVersion }),
      reason: 'newer-version',
      handled: type,
    })),
    damaged(owner, round),
    { ...unreadable, carried: carried('forged', 1, { producer: 'nobody' }), reason: 'damaged-envelope' },
    { ...waiting, carried: carried('forged', 2), reason: 'version 1 has not come before version 2' },
    { ...waiting, carried: carried('gap', 3), reason: 'version 1 has not come before version 3' },
  ];
}

function damaged(owner: Owner, round: number): PlantedEvent {
  const { envelope } = carriedOf(owner, `planted-damaged-${round}`, 1, {});
  const carried = { envelope, payload: damagedPayload };
  return { owner, carried, kind: 'unreadable', reason: 'damaged', handled: envelope.type };
}

/** Nothing but its size is wrong: behind the payload comes a field of zeros that no release reads. */
function oversized(round: number): PlantedEvent {
  const { envelope, payload } = carriedOf('analyses', `planted-oversized-${round}`, 1, {});
  const larger = Buffer.concat([payload, unreadField, Buffer.alloc(maxEventBytes)]);
  const carried = { envelope, payload: larger };
  return { owner: 'analyses', carried, kind: 'unreadable', reason: 'oversized', handled: envelope.type };
}

/** A real event as a release that lacks its type, has an older version of it, or got it damaged would see it. */
export function asUnreadable(owner: Owner, { envelope, payload }: Carried, way: number): PlantedEvent {
  const unreadable = { owner, kind: 'unreadable', handled: envelope.type } as const;
  switch (way % 3) {
    case 0: {
      const carried = { envelope: { ...envelope, schemaVersion: newerVersion }, payload };
      return { ...unreadable, carried, reason: 'newer-version' };
    }
    case 1: {
      const carried = { envelope: { ...envelope, type: `${envelope.type}Renamed` }, payload };
      return { ...unreadable, carried, reason: 'unknown-type', handled: null };
    }
    default:
      return { ...unreadable, carried: { envelope, payload: damagedPayload }, reason: 'damaged' };
  }
}
