import type { Tx } from '@atomicdb/event-store';

/** Folding the events again into the tables beside the live ones. */
export interface Refold {
  /** Where the live tables stand now; what is folded never goes beyond. */
  target(): Promise<Target>;
  /** In a transaction on the live schema: stops whoever writes the tables, and gives where they stand. */
  hold(tx: Tx): Promise<Target>;
  /** In the transaction of the switch, before the tables change places: from then on whoever reads them waits. */
  takeOver(tx: Tx): Promise<void>;
}

/** How to come to one place of the live tables. */
export interface Target {
  /** Events to fold until there. */
  remaining(): Promise<number>;
  /** Folds until there. What was folded is committed batch by batch and stays when this is broken off. */
  reach(onFolded: (events: number) => void, signal: AbortSignal): Promise<void>;
}
