import { isAfter, type EventStore } from '@atomicdb/event-store';
import type { Owner } from '@atomicdb/events';
import type { Delivery, Place } from '../delivery';
import type { Log, LogReader } from './log-reader';

const start = '0:0';

/** The feed of one store, through its owner's role. */
class FeedReader implements LogReader {
  readonly place: Place;

  constructor(private readonly store: EventStore) {
    const { owner } = store;
    this.place = { owner, source: `embedded:${owner}`, partition: 0, isAfter };
  }

  async read(after: string | null, upTo: string, limit: number): Promise<readonly Delivery[]> {
    const { events } = await this.store.readFeed(after ?? start, limit);
    const last = events.at(-1);
    if (last === undefined || !isAfter(last.cursor, upTo)) return events;
    return events.filter(({ cursor }) => !isAfter(cursor, upTo));
  }

  count(after: string | null, upTo: string): Promise<number> {
    return this.store.countFeed(after ?? start, upTo);
  }
}

/** Events carried inside the product's process: read from the stores themselves. */
export class EmbeddedLog implements Log {
  /** @param open opens the store of an owner; closed with the log */
  constructor(private readonly open: (owner: Owner) => Promise<EventStore>) {}

  private readonly stores = new Map<Owner, EventStore>();

  async readersOf(owners: readonly Owner[]): Promise<readonly LogReader[]> {
    const readers: LogReader[] = [];
    for (const owner of owners) {
      const store = this.stores.get(owner) ?? (await this.open(owner));
      this.stores.set(owner, store);
      readers.push(new FeedReader(store));
    }
    return readers;
  }

  async close(): Promise<void> {
    await Promise.all([...this.stores.values()].map((store) => store.database.close()));
    this.stores.clear();
  }
}
