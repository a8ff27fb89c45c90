import type { Owner } from '@atomicdb/events';
import type { Database, DatabaseOptions, StateUpdate, Tx } from '@atomicdb/event-store';
import type { Consumer } from '../bus';

/** Tables that follow from events alone and can be made again from them. */
interface Tables {
  /** As on the command line; what has one name is rebuilt one after the other. */
  readonly name: string;
  /** Role and schema. */
  readonly service: string;
  readonly migrations: NonNullable<DatabaseOptions['migrations']>;
  /** Compared by their hashes and switched together; each has a primary key. */
  readonly tables: readonly string[];
}

/** A projection of events read through the bus. */
export interface RebuildableProjection extends Tables {
  /** The consumers that write the tables, named as the live ones and without their reactions. */
  readonly consumers: (database: Database) => readonly Consumer[];
  /** In the transaction of the switch, over the live schema: tells a writer that keeps state in memory. */
  readonly onSwitch?: (tx: Tx) => Promise<void>;
}

/** State tables of a writer, kept in step with its own events. */
export interface RebuildableState extends Tables {
  readonly owner: Owner;
  readonly updateState: StateUpdate;
}

export type Rebuildable = RebuildableProjection | RebuildableState;
