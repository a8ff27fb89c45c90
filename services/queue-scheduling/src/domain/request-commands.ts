import type { Delivery } from './request-state';

/** Commands carry what the shell read or drew: clock, tags, numbers, ids, counts. */

export interface PutNameOn {
  readonly type: 'PutNameOn';
  readonly requestId: string;
  /** variant:key */
  readonly position: string;
  readonly budgetNodes: number;
  readonly accountId: string;
  /** The clock of the commons, nodes. */
  readonly askedAt: string;
  /** Next number of the counter of the commons. */
  readonly seq: string;
  /** End of the account's own list. */
  readonly ord: number;
  /** Waiting names of the account before this one. */
  readonly waitingNames: number;
  readonly cap: number;
}

export interface TakeNameOff {
  readonly type: 'TakeNameOff';
  readonly accountId: string;
}

export interface LeaseOut {
  readonly type: 'LeaseOut';
  readonly leaseId: string;
  readonly leaseNumber: number;
  readonly workerAccountId: string;
  readonly sessionId: string;
  /** The account whose list reached the row first, and the tag of its head; left aside where the row has paid. */
  readonly payerAccountId: string;
  readonly tag: string;
  /** The clock of the commons before this lease. */
  readonly clock: string;
}

/** Why a row needs no search any more. */
export type Settled = 'deeper' | 'closure';

export const releaseReasons = ['lost', 'abort', 'shutdown', 'refused', 'crash'] as const;
export type ReleaseReason = (typeof releaseReasons)[number];

export interface GiveBack {
  readonly type: 'GiveBack';
  readonly leaseId: string;
  readonly reason: ReleaseReason;
  readonly settled: Settled | null;
}

export interface AcceptDelivery extends Delivery {
  readonly type: 'AcceptDelivery';
}

/** One lease time has passed since the delivery and its event has not come. */
export interface DropDelivery {
  readonly type: 'DropDelivery';
  readonly settled: Settled | null;
}

/** The pass of this request has been announced. */
export interface CompleteByAnalysis extends Delivery {
  readonly type: 'CompleteByAnalysis';
}

/** The position needs no search of this rung any more. */
export interface Settle {
  readonly type: 'Settle';
  readonly by: Settled;
}

export type RequestCommand =
  PutNameOn | TakeNameOff | LeaseOut | GiveBack | AcceptDelivery | DropDelivery | CompleteByAnalysis | Settle;
