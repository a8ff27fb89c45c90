import type { Processor, Tail } from '@atomicdb/bus';
import type { EventRecord } from '@atomicdb/events';
import type { HeldLeases } from '../../application/held-leases';
import type { LeaseDesk } from '../../application/lease-desk';

export const leaseNotices: Processor = {
  name: 'worker-gateway:lease-notices:1',
  types: ['RequestJoined', 'LeaseReleased'],
};

/** A request that came or came back wakes the desk; a lease that ended stops its search. */
export function makeLeaseNotices(desk: LeaseDesk, held: HeldLeases): Tail {
  return {
    ...leaseNotices,
    handle({ event }: EventRecord): void {
      if (event.type === 'LeaseReleased') held.ended(event.data.leaseId, event.data.reason);
      desk.wake();
    },
    // A release that was missed is told by the answer to the next beat of its search.
    joined: () => desk.wake(),
  };
}
