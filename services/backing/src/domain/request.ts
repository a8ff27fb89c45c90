import type { DomainEvent } from '@atomicdb/events';

/** The events that open, run or close a request. */
export const requestTypes = [
  'RequestJoined',
  'RequestCancelled',
  'RequestLeased',
  'LeaseReleased',
  'RequestCompleted',
] as const;
export type RequestEvent = DomainEvent<(typeof requestTypes)[number]>;

export function isRequestEvent(event: DomainEvent): event is RequestEvent {
  return (requestTypes as readonly string[]).includes(event.type);
}

/**
 * A request as the rows show it: waiting (queued), running (queued, and an engine searches it now) or closed.
 * RequestJoined (first) → waiting; RequestLeased → running; LeaseReleased → waiting; RequestCompleted, or
 * RequestCancelled with the last name → closed. Any other event leaves it as it is.
 */
export interface RequestFlag {
  readonly requestId: string;
  readonly position: string;
  readonly state: 'waiting' | 'running' | 'closed';
  /** Version in the request's stream of the event that put it into this state. */
  readonly version: number;
}

/** The greatest version of the stream decides, whatever came first. */
export function evolveRequest(
  flag: RequestFlag | undefined,
  event: RequestEvent,
  version: number,
): RequestFlag | undefined {
  const state = stateAfter(event);
  if (state === null || (flag !== undefined && flag.version >= version)) return flag;
  const { requestId, position } = event.data;
  return { requestId, position, state, version };
}

function stateAfter(event: RequestEvent): RequestFlag['state'] | null {
  switch (event.type) {
    case 'RequestJoined':
      return event.data.first ? 'waiting' : null;
    case 'RequestCancelled':
      return event.data.rowClosed ? 'closed' : null;
    case 'RequestLeased':
      return 'running';
    case 'LeaseReleased':
      return 'waiting';
    case 'RequestCompleted':
      return 'closed';
  }
}
