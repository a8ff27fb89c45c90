import { Rejected } from '@atomicdb/decider';
import type { PutNameOn, TakeNameOff } from './request-commands';
import { isOpen, type QueueEvent, type RequestState } from './request-state';

/** Only a name on a waiting row counts for the cap. Source: queue.md, "Asking", "Cap". */
function checkCap({ waitingNames, cap }: PutNameOn): void {
  if (waitingNames < cap) return;
  throw new Rejected(
    'queue-cap',
    `${waitingNames} requests of this account are waiting, of ${cap}: withdraw some or wait until some are served.`,
  );
}

/** "Asking twice is one backing": the same name again is no event. */
export function putNameOn(command: PutNameOn, state: RequestState): QueueEvent[] {
  const { requestId, position, budgetNodes, accountId, askedAt, seq, ord } = command;
  if (!isOpen(state) && state.state !== 'NONE') throw new Error(`request ${requestId} is ${state.state}`);
  if (isOpen(state) && state.names.includes(accountId)) return [];
  if (state.state === 'NONE' || state.state === 'PENDING') checkCap(command);
  const data = {
    requestId,
    position,
    budgetNodes,
    accountId,
    askedAt,
    seq,
    ord,
    first: state.state === 'NONE',
  };
  return [{ type: 'RequestJoined', data }];
}

/** "A request a worker has already started cannot be withdrawn" (V); a foreign id is the same as an unknown one. */
export function takeNameOff({ accountId }: TakeNameOff, state: RequestState): QueueEvent[] {
  const isOn = 'names' in state && state.names.includes(accountId);
  if (!isOn) throw new Rejected('request-unknown', 'No request of yours has this id.', 'request_id');
  if (state.state !== 'PENDING') {
    throw new Rejected(
      'already-started',
      'The search has already started, so it can no longer be withdrawn.',
    );
  }
  const { requestId, position, names } = state;
  const rowClosed = names.length === 1;
  return [{ type: 'RequestCancelled', data: { requestId, position, accountId, rowClosed } }];
}
