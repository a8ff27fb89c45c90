import type { Owner } from '@atomicdb/events';
import type { Delivery, Place } from '../delivery';

/** One partition of one transport, read from any place. */
export interface LogReader {
  readonly place: Place;
  /** The next deliveries after a cursor (null: from the start), none after `upTo`. */
  read(after: string | null, upTo: string, limit: number): Promise<readonly Delivery[]>;
  /** Events after a cursor up to another. */
  count(after: string | null, upTo: string): Promise<number>;
}

/** The transport that carries a product's events, for whoever reads them from the start. */
export interface Log {
  readersOf(owners: readonly Owner[]): Promise<readonly LogReader[]>;
  close(): Promise<void>;
}
