import type { ReleaseReason, Settled } from './request-commands';
import type { Leased, OpenRequest, QueueEvent } from './request-state';

/** Why a lease ended without its own result: given back, or taken back by the queue. */
export type EndReason = ReleaseReason | 'revoked' | 'closed';

export function releasedEvent(
  { requestId, position }: OpenRequest,
  leaseId: string,
  reason: EndReason,
): QueueEvent {
  return { type: 'LeaseReleased', data: { requestId, position, leaseId, reason } };
}

/** The lease that a result of another lease overtook. */
export function revokedEvents(state: Leased, leaseIdOfResult: string): QueueEvent[] {
  return state.leaseId === leaseIdOfResult ? [] : [releasedEvent(state, state.leaseId, 'revoked')];
}

/** Carries every name that is on the request now: those are notified, once. */
export function completedEvent(request: OpenRequest, by: 'analysis' | Settled): QueueEvent {
  const { requestId, position, budgetNodes, names } = request;
  return { type: 'RequestCompleted', data: { requestId, position, budgetNodes, by, accountIds: [...names] } };
}
