import type { EventRecord, EventType } from '@atomicdb/events';
import type { Database, EventStore, Tx } from '@atomicdb/event-store';

/** What docs/events.md is made from: who consumes what. */
export interface Processor {
  /** service:model:version */
  readonly name: string;
  readonly types: readonly EventType[];
}

/** A projection or a reaction. Its effect and its progress commit in one transaction, so each event counts once. */
export interface Consumer extends Processor {
  readonly database: Database;
  /** Most events in one transaction; 200 where absent. */
  readonly batchSize?: number;
  /** A transaction of it that takes longer will not end: the consumer counts as dead then. 60 s where absent. */
  readonly transactionLimitMs?: number;
  /** One process at a time consumes and the others stand by: for a projection that keeps its state in memory. */
  readonly exclusive?: boolean;
  /** Set where handling appends events: the locks are taken first, and readers are woken after the commit. */
  readonly appends?: { readonly store: EventStore; locks(events: readonly EventRecord[]): readonly string[] };
  /**
   * Throws for an event that `handle` could make nothing of, before anything is done for it: it is set aside alone and
   * its batch goes on. What only `handle` finds out costs the whole batch a second try, event by event.
   */
  check?(event: EventRecord): void;
  /** Before the transaction of a batch, however long it takes: reads what the consumer keeps in memory. */
  prepare?(): Promise<void>;
  handle(tx: Tx, event: EventRecord): Promise<void>;
  /** Once a batch, after its last event and inside its transaction. */
  flush?(tx: Tx): Promise<void>;
  /** After the batch's transaction; state kept in memory is read again when it was rolled back. */
  settled?(outcome: 'committed' | 'rolled-back'): Promise<void>;
}

/** Sees events from now on, in memory only; for pages that are told to read again. */
export interface Tail extends Processor {
  handle(event: EventRecord): void;
  /**
   * It sees every event from here on. Events before this call may have been missed, and so may some between two calls.
   * The first comes before `start` of the bus resolves, unless the transport is away.
   */
  joined?(): void;
}

export interface ConsumerStatus {
  readonly name: string;
  /** False once it can consume no more while the process lives, or has come to a stand. */
  readonly alive: boolean;
  readonly lastError: string | null;
}

/** A part of the process that carries events on, and may come to a stand. */
export interface Watched {
  status(): ConsumerStatus;
}

/** The one way by which a service reads another's events. Source: architecture.md, "Two transports behind one port". */
export interface Bus {
  /** Carries the events of a store to whoever consumes them. */
  publish(store: EventStore): void;
  consume(consumer: Consumer): void;
  tail(tail: Tail): void;
  /** What else must not come to a stand: its status counts with the consumers'. */
  watch(part: Watched): void;
  /** Call when everything is registered. Over Kafka it waits for the tails to join, for 10 s at most. */
  start(): Promise<void>;
  /** Finishes what is under way and stops. */
  stop(): Promise<void>;
  /** Of every consumer and every tail, of what carries the stores' events away, and of what is watched beside them. */
  status(): ConsumerStatus[];
}
