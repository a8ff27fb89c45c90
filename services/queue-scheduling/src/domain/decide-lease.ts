import { Rejected } from '@atomicdb/decider';
import type { AcceptDelivery, DropDelivery, GiveBack, LeaseOut } from './request-commands';
import { completedEvent, releasedEvent, revokedEvents } from './request-events';
import { isSame, type QueueEvent, type RequestFact, type RequestState } from './request-state';

/** The payer's tag becomes the clock where it is ahead of it; a row that has paid moves nothing. Source: queue.md, "The order" 2 and 4. */
export function leaseOut(command: LeaseOut, state: RequestState): QueueEvent[] {
  if (state.state !== 'PENDING') throw new Error(`a request that is ${state.state} cannot be leased`);
  const { leaseId, leaseNumber, workerAccountId, sessionId } = command;
  const { requestId, position, paidTag } = state;
  const charge =
    paidTag === null
      ? { payerAccountId: command.payerAccountId, tag: command.tag, clock: later(command.clock, command.tag) }
      : { payerAccountId: '', tag: paidTag, clock: command.clock };
  const lease = { requestId, position, leaseId, leaseNumber, workerAccountId, sessionId };
  return [{ type: 'RequestLeased', data: { ...lease, ...charge } }];
}

function later(a: string, b: string): string {
  return BigInt(a) > BigInt(b) ? a : b;
}

/** Nothing where the row is no longer under this lease. */
export function giveBack({ leaseId, reason, settled }: GiveBack, state: RequestState): QueueEvent[] {
  if (state.state !== 'LEASED' || state.leaseId !== leaseId) return [];
  const released = releasedEvent(state, leaseId, reason);
  return settled ? [released, completedEvent(state, settled)] : [released];
}

/**
 * "A result for a lost lease is still accepted while the request is open …; the newer lease is then revoked." The very
 * same result again is no new fact; any other is stale once one has been accepted. Source: queue.md, "Leases".
 */
export function acceptDelivery({ leaseId, passId }: AcceptDelivery, state: RequestState): RequestFact[] {
  const delivery = { leaseId, passId };
  switch (state.state) {
    case 'PENDING':
      return [{ type: 'DeliveryAccepted', data: delivery }];
    case 'LEASED':
      return [...revokedEvents(state, leaseId), { type: 'DeliveryAccepted', data: delivery }];
    case 'DELIVERED':
    case 'COMPLETED':
      if (isSame(state.delivery, delivery)) return [];
      throw new Rejected('stale', 'Another result has been accepted for this request.', 'lease_id');
    case 'CANCELLED':
    case 'NONE':
      throw new Rejected('stale', 'The request is no longer open.', 'lease_id');
  }
}

/** The row goes back to its place, or ends where the position has been settled meanwhile. */
export function dropDelivery({ settled }: DropDelivery, state: RequestState): RequestFact[] {
  if (state.state !== 'DELIVERED') return [];
  const facts: RequestFact[] = [{ type: 'DeliveryDropped' }];
  if (state.heldLeaseId !== null) facts.push(releasedEvent(state, state.heldLeaseId, 'lost'));
  if (settled) facts.push(completedEvent(state, settled));
  return facts;
}
