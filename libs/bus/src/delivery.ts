import type { Envelope } from '@atomicdb/events';

/** An event as it came, with its place in the partition it came from. */
export interface Delivery {
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
  readonly cursor: string;
}

/** One partition of one transport. */
export interface Place {
  /** Service whose events come here. */
  readonly owner: string;
  readonly source: string;
  readonly partition: number;
  /** Whether cursor a comes after cursor b. */
  readonly isAfter: (a: string, b: string) => boolean;
}

/** Deliveries in order, and the cursor they were read after; null at the start of the partition. */
export interface Batch {
  readonly after: string | null;
  readonly deliveries: readonly Delivery[];
}
