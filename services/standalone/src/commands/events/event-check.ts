import { decodePayload, eventId, isEventType, ownerOf } from '@atomicdb/events';
import { toRecorded, type EventLine } from './event-file';
import { eventShape, shaped } from './line-shapes';
import type { StoreOwner } from './owners';

/** Takes the events of a file in their order, as it is written and as it is read: what passes here can be imported. */
export class EventCheck {
  private readonly versions = new Map<string, number>();
  private readonly counts = new Map<StoreOwner, number>();
  /** Ids of the accounts that were registered. */
  readonly accounts = new Set<string>();
  events = 0;

  /** Throws what is wrong with the event. */
  take(line: EventLine): void {
    shaped(eventShape, line);
    const { owner, stream, version, type, schemaVersion } = line;
    if (isEventType(type) && ownerOf(type) !== owner) throw new Error(`${owner} does not write ${type}`);
    const key = `${owner}/${stream}`;
    const next = (this.versions.get(key) ?? 0) + 1;
    if (version !== next) throw new Error(`${stream} has version ${version} where ${next} comes next`);
    if (line.eventId !== eventId(owner, stream, version))
      throw new Error(`its id is not that of ${stream}@${version}`);
    const event = decodePayload(type, schemaVersion, toRecorded(line).payload);
    if (event.type === 'AccountRegistered') this.accounts.add(event.data.accountId);
    this.versions.set(key, version);
    this.counts.set(owner, this.countOf(owner) + 1);
    this.events += 1;
  }

  countOf(owner: StoreOwner): number {
    return this.counts.get(owner) ?? 0;
  }
}
