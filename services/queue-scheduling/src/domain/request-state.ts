import type { DomainEvent } from '@atomicdb/events';

export type QueueEvent = DomainEvent<
  'RequestJoined' | 'RequestCancelled' | 'RequestLeased' | 'LeaseReleased' | 'RequestCompleted'
>;

/** A result that was accepted: whose lease it came from and the pass it is. */
export interface Delivery {
  readonly leaseId: string;
  readonly passId: string;
}

export function isSame(a: Delivery | null, b: Delivery): boolean {
  return a !== null && a.leaseId === b.leaseId && a.passId === b.passId;
}

/**
 * That a result is on its way. Kept by this service and never published: the truth about a result is
 * `AnalysisCompleted`, and until it comes the mark only keeps reaper, lease and withdraw away from the row.
 */
export type DeliveryMark =
  { readonly type: 'DeliveryAccepted'; readonly data: Delivery } | { readonly type: 'DeliveryDropped' };

export type RequestFact = QueueEvent | DeliveryMark;

export interface OpenRequest {
  readonly requestId: string;
  /** variant:key */
  readonly position: string;
  readonly budgetNodes: number;
  /** Who asked first; stays when that name is taken off. */
  readonly authorAccountId: string;
  /** Accounts whose name is on it, in the order of joining. */
  readonly names: readonly string[];
  /** Tag at which it was charged once; a row that came back keeps it. */
  readonly paidTag: string | null;
}

export interface Pending extends OpenRequest {
  readonly state: 'PENDING';
}

export interface Leased extends OpenRequest {
  readonly state: 'LEASED';
  readonly leaseId: string;
}

export interface Delivered extends OpenRequest {
  readonly state: 'DELIVERED';
  readonly delivery: Delivery;
  /** The lease the row is under; null where the result came after it was lost. */
  readonly heldLeaseId: string | null;
}

export interface Completed {
  readonly state: 'COMPLETED';
  readonly names: readonly string[];
  readonly delivery: Delivery | null;
}

/**
 * One request: a position at a rung. Source: queue.md, "Words" and "Leases".
 *
 * The first name makes it PENDING; more names change nothing else. A lease makes it LEASED; a lease that is lost or given
 * back makes it PENDING again, in its old place and paid for. An accepted result makes it DELIVERED, from LEASED or, when
 * the lease had been lost meanwhile, from PENDING; the reaper and withdraw pass it over then. DELIVERED without
 * `AnalysisCompleted` after one lease time goes back to where it came from, and from there to PENDING.
 * `AnalysisCompleted` makes any open state COMPLETED; a deeper pass completes PENDING; a proof completes PENDING and
 * LEASED. The last name taken off makes PENDING CANCELLED. COMPLETED and CANCELLED are final.
 */
export type RequestState =
  { readonly state: 'NONE' } | Pending | Leased | Delivered | Completed | { readonly state: 'CANCELLED' };

export type Open = Pending | Leased | Delivered;

export function isOpen(state: RequestState): state is Open {
  return state.state === 'PENDING' || state.state === 'LEASED' || state.state === 'DELIVERED';
}
