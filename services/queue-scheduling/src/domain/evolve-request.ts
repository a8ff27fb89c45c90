import type { RequestCancelled, RequestJoined, RequestLeased } from '@atomicdb/events';
import {
  isOpen,
  type Completed,
  type Delivery,
  type Pending,
  type RequestFact,
  type RequestState,
} from './request-state';

/** The state after one more fact; throws on a history that no decision can have made. */
export function evolve(state: RequestState, fact: RequestFact): RequestState {
  const next = stateAfter(state, fact);
  if (next === null) throw new Error(`${fact.type} cannot follow on a request that is ${state.state}`);
  return next;
}

function stateAfter(state: RequestState, fact: RequestFact): RequestState | null {
  switch (fact.type) {
    case 'RequestJoined':
      return joined(state, fact.data);
    case 'RequestCancelled':
      return cancelled(state, fact.data);
    case 'RequestLeased':
      return leased(state, fact.data);
    case 'LeaseReleased':
      return released(state);
    case 'RequestCompleted':
      return completed(state);
    case 'DeliveryAccepted':
      return delivered(state, fact.data);
    case 'DeliveryDropped':
      return dropped(state);
  }
}

function joined(state: RequestState, data: RequestJoined): RequestState | null {
  if (isOpen(state)) return { ...state, names: [...state.names, data.accountId] };
  if (state.state !== 'NONE') return null;
  const { requestId, position, budgetNodes, accountId } = data;
  const request = { requestId, position, budgetNodes, authorAccountId: accountId };
  return { ...request, state: 'PENDING', names: [accountId], paidTag: null };
}

function cancelled(state: RequestState, data: RequestCancelled): RequestState | null {
  if (state.state !== 'PENDING') return null;
  if (data.rowClosed) return { state: 'CANCELLED' };
  return { ...state, names: state.names.filter((name) => name !== data.accountId) };
}

function leased(state: RequestState, { leaseId, tag }: RequestLeased): RequestState | null {
  return state.state === 'PENDING' ? { ...state, state: 'LEASED', leaseId, paidTag: tag } : null;
}

function released(state: RequestState): Pending | null {
  if (state.state !== 'LEASED') return null;
  const { leaseId: _ended, ...request } = state;
  return { ...request, state: 'PENDING' };
}

function completed(state: RequestState): Completed | null {
  if (!isOpen(state)) return null;
  return {
    state: 'COMPLETED',
    names: state.names,
    delivery: state.state === 'DELIVERED' ? state.delivery : null,
  };
}

/** On a completed request it says whose result completed it. */
function delivered(state: RequestState, delivery: Delivery): RequestState | null {
  switch (state.state) {
    case 'PENDING':
      return { ...state, state: 'DELIVERED', delivery, heldLeaseId: null };
    case 'LEASED': {
      const { leaseId, ...request } = state;
      return { ...request, state: 'DELIVERED', delivery, heldLeaseId: leaseId };
    }
    case 'COMPLETED':
      return { ...state, delivery };
    case 'NONE':
    case 'DELIVERED':
    case 'CANCELLED':
      return null;
  }
}

function dropped(state: RequestState): RequestState | null {
  if (state.state !== 'DELIVERED') return null;
  const { delivery: _lost, heldLeaseId, ...request } = state;
  if (heldLeaseId === null) return { ...request, state: 'PENDING' };
  return { ...request, state: 'LEASED', leaseId: heldLeaseId };
}
