import type { CompleteByAnalysis, Settle } from './request-commands';
import { completedEvent, releasedEvent, revokedEvents } from './request-events';
import {
  isOpen,
  isSame,
  type Delivery,
  type Open,
  type QueueEvent,
  type RequestFact,
  type RequestState,
} from './request-state';

/**
 * Its own pass completes a request whatever became of the lease, and is the delivery of record even where another result
 * had been accepted meanwhile.
 */
export function completeByAnalysis(
  { leaseId, passId }: CompleteByAnalysis,
  state: RequestState,
): RequestFact[] {
  if (!isOpen(state)) return [];
  const delivery = { leaseId, passId };
  return [...madeRoom(state, delivery), completedEvent(state, 'analysis')];
}

function madeRoom(state: Open, delivery: Delivery): RequestFact[] {
  const accepted = { type: 'DeliveryAccepted', data: delivery } as const;
  switch (state.state) {
    case 'PENDING':
      return [accepted];
    case 'LEASED':
      return [...revokedEvents(state, delivery.leaseId), accepted];
    case 'DELIVERED':
      return isSame(state.delivery, delivery) ? [] : [{ type: 'DeliveryDropped' }, accepted];
  }
}

/**
 * A deeper pass completes what waits; a proof also stops a search under way. A result that is on its way is let in.
 * Source: queue.md, "Asking"; architecture.md, "Who consumes what", `PositionsClosed`.
 */
export function settle({ by }: Settle, state: RequestState): QueueEvent[] {
  switch (state.state) {
    case 'PENDING':
      return [completedEvent(state, by)];
    case 'LEASED':
      return by === 'closure'
        ? [releasedEvent(state, state.leaseId, 'closed'), completedEvent(state, by)]
        : [];
    case 'DELIVERED':
    case 'COMPLETED':
    case 'CANCELLED':
    case 'NONE':
      return [];
  }
}
