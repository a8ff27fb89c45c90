import type { Database, EventStore } from '@atomicdb/event-store';
import type { QueueConfig } from '../config';
import type { SharedOrder } from './shared-order';

/** What every use case of this service is made from. */
export interface QueueParts {
  readonly database: Database;
  readonly store: EventStore;
  readonly config: QueueConfig;
  readonly order: SharedOrder;
}

/**
 * The first lock of every writing transaction, before anything is read: picks, charges, caps and the clock are decided by
 * one writer at a time. Source: architecture.md, "Scale", queue.
 */
export const commonsLock: readonly string[] = ['commons'];

/** For the store of this service: one lock guards every stream. */
export const lockOf = (): string => 'commons';
