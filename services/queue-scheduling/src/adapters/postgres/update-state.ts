import type { StateUpdate, Tx } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import { applyCancelled } from './apply-cancelled';
import { applyClocks } from './apply-clocks';
import { applyCompleted } from './apply-completed';
import { applyJoined } from './apply-joined';
import { applyLeased } from './apply-leased';
import { applyReleased } from './apply-released';

async function applyOne(tx: Tx, { event, occurredAt }: EventRecord): Promise<void> {
  switch (event.type) {
    case 'RequestJoined':
      return applyJoined(tx, event.data, occurredAt);
    case 'RequestCancelled':
      return applyCancelled(tx, event.data);
    case 'RequestLeased':
      return applyLeased(tx, event.data);
    case 'LeaseReleased':
      return applyReleased(tx, event.data);
    case 'RequestCompleted':
      return applyCompleted(tx, event.data);
    default:
      throw new Error(`${event.type} is not an event of the queue`);
  }
}

/**
 * The state tables are a fold over the service's own events: folded again into empty tables in the order they were
 * committed, they are the same, and so is the order of the commons. What an event does to a request depends on those
 * before it, so they go one after the other.
 */
export const updateState: StateUpdate = async (tx, events) => {
  for (const event of events) await applyOne(tx, event);
  await applyClocks(tx, events);
};
