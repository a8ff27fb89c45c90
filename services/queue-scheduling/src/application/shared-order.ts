import type { Database } from '@atomicdb/event-store';
import { readWaiting } from '../adapters/postgres/read-waiting';
import { serve, type Served } from '../domain/order';

type Order = readonly Served[];

/** Cost: read of every waiting name, then O(n log n). */
export function exactOrder(database: Database): Promise<Order> {
  return database.transaction(async (tx) => serve(await readWaiting(tx)));
}

/**
 * The order of the commons, computed once for all who ask at the same time: who comes while it is computed gets the next
 * one, which begins after they came.
 */
export class SharedOrder {
  private current: Promise<void> | null = null;
  private next: Promise<Order> | null = null;

  constructor(private readonly compute: () => Promise<Order>) {}

  /** As it is at some moment after the call. To be called outside of transactions, as it takes one of its own. */
  read(): Promise<Order> {
    if (this.current === null) return this.begin();
    this.next ??= this.current.then(() => {
      this.next = null;
      return this.begin();
    });
    return this.next;
  }

  private begin(): Promise<Order> {
    const order = this.compute();
    const end = () => {
      if (this.current === ended) this.current = null;
    };
    const ended: Promise<void> = order.then(end, end);
    this.current = ended;
    return order;
  }
}
