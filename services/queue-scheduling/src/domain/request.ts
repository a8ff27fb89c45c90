import type { Decider } from '@atomicdb/decider';
import { completeByAnalysis, settle } from './decide-completion';
import { acceptDelivery, dropDelivery, giveBack, leaseOut } from './decide-lease';
import { putNameOn, takeNameOff } from './decide-names';
import { evolve } from './evolve-request';
import type { RequestCommand } from './request-commands';
import type { RequestFact, RequestState } from './request-state';

function decide(command: RequestCommand, state: RequestState): RequestFact[] {
  switch (command.type) {
    case 'PutNameOn':
      return putNameOn(command, state);
    case 'TakeNameOff':
      return takeNameOff(command, state);
    case 'LeaseOut':
      return leaseOut(command, state);
    case 'GiveBack':
      return giveBack(command, state);
    case 'AcceptDelivery':
      return acceptDelivery(command, state);
    case 'DropDelivery':
      return dropDelivery(command, state);
    case 'CompleteByAnalysis':
      return completeByAnalysis(command, state);
    case 'Settle':
      return settle(command, state);
  }
}

/** The rules of one request. Which row is next is not decided here: that is the order of the whole commons (order.ts). */
export const request: Decider<RequestState, RequestCommand, RequestFact> = {
  initial: { state: 'NONE' },
  decide,
  evolve,
};
