import type { Complete } from './request-commands';
import { completedEvent, releasedEvent, revokedEvents } from './request-events';
import { isOpen, type QueueEvent, type RequestState } from './request-state';

/**
 * Its own pass completes it whatever became of the lease; a deeper pass completes it while it waits; a proof also stops a
 * search under way, but a result that is on its way is let in. Source: queue.md, "Asking"; architecture.md, "Who consumes what".
 */
export function complete(command: Complete, state: RequestState): QueueEvent[] {
  if (!isOpen(state)) return [];
  switch (command.by) {
    case 'analysis':
      return [
        ...(state.state === 'LEASED' ? revokedEvents(state, command.leaseId) : []),
        completedEvent(state, 'analysis'),
      ];
    case 'deeper':
      return state.state === 'PENDING' ? [completedEvent(state, 'deeper')] : [];
    case 'closure':
      if (state.state === 'DELIVERED') return [];
      return [
        ...(state.state === 'LEASED' ? [releasedEvent(state, state.leaseId, 'closed')] : []),
        completedEvent(state, 'closure'),
      ];
  }
}
