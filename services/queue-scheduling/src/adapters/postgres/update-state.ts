import type { StateUpdate, StateUpdates } from '@atomicdb/event-store';
import { applyCancelled } from './apply-cancelled';
import { applyCompleted } from './apply-completed';
import { applyJoined } from './apply-joined';
import { applyLeased } from './apply-leased';
import { applyReleased } from './apply-released';

/**
 * The state tables are a fold over the service's own events: folded again into empty tables in the order they were
 * committed, they are the same, and so is the order of the commons.
 */
export const updateState: StateUpdate = async (tx, { event, occurredAt }) => {
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
};

/** One after the other: what an event does depends on those before it. */
export const updateStates: StateUpdates = async (tx, events) => {
  for (const event of events) await updateState(tx, event);
};
