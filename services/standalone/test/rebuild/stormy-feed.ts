import { EmbeddedBus } from '@atomicdb/bus';
import { EventStore, type FeedBatch } from '@atomicdb/event-store';
import type { Owner } from '@atomicdb/events';
import type { Random } from '@atomicdb/testing';
import type { Carried } from './planted-events';

const cursorOf = (place: number) => `1:${place}`;
const placeOf = (cursor: string) => Number(cursor.split(':')[1]);

/** A feed that gives what it is told to, in the order it is told to, as far as it was let. */
export class StormyFeed extends EventStore {
  private readonly deliveries: Carried[] = [];
  private shown = 0;

  get hidden(): number {
    return this.deliveries.length - this.shown;
  }

  get delivered(): number {
    return this.shown;
  }

  /** Where a consumer stands that has seen all that is shown; null where nothing is. */
  get head(): string | null {
    return this.shown === 0 ? null : cursorOf(this.shown);
  }

  add(deliveries: readonly Carried[]): void {
    this.deliveries.push(...deliveries);
  }

  show(more: number): void {
    this.shown = Math.min(this.deliveries.length, this.shown + more);
    this.announce();
  }

  override feedHead(): Promise<string> {
    return Promise.resolve(this.head ?? '0:0');
  }

  override lastCursor(): Promise<string> {
    return this.feedHead();
  }

  override readFeed(after: string, limit: number): Promise<FeedBatch> {
    const from = placeOf(after);
    const read = this.deliveries.slice(from, Math.min(this.shown, from + limit));
    const events = read.map((carried, index) => ({ ...carried, cursor: cursorOf(from + index + 1) }));
    return Promise.resolve({ events });
  }
}

/** The embedded bus over such feeds in the place of the stores. */
export class StormyBus extends EmbeddedBus {
  constructor(
    private readonly stormy: ReadonlyMap<Owner, StormyFeed>,
    onError: (error: unknown) => void,
  ) {
    super(onError);
  }

  override publish(store: EventStore): void {
    super.publish(this.stormy.get(store.owner) ?? store);
  }
}

export interface Weather {
  /** Deliveries that were no event's first. */
  readonly duplicates: number;
  /** Events that came behind a later version of their stream. */
  readonly late: number;
}

const duplicateOneIn = 8;
const lateOneIn = 40;
const lateBy = 200;

/**
 * The events of one owner in another order: between streams any, within a stream as it was, but for some that come late;
 * and some of them again, any distance behind.
 */
export function stirred(events: readonly Carried[], random: Random): Weather & { deliveries: Carried[] } {
  const streams = new Map<string, Carried[]>();
  for (const event of events) {
    const { stream } = event.envelope;
    streams.set(stream, [...(streams.get(stream) ?? []), event]);
  }
  // Each event draws a place; the places of a stream are given to its events in their order.
  const placed = [...streams.values()].flatMap((stream) => {
    const places = stream.map(() => random.next()).sort((a, b) => a - b);
    return stream.map((event, index) => ({ event, place: places[index] ?? 0 }));
  });
  let [duplicates, late] = [0, 0];
  for (const one of [...placed]) {
    const rest = 1 - one.place;
    if (random.below(lateOneIn) === 0) {
      late += 1;
      one.place += Math.min(rest, (random.next() * lateBy) / events.length);
    }
    if (random.below(duplicateOneIn) === 0) {
      duplicates += 1;
      placed.push({ event: one.event, place: one.place + random.next() * rest });
    }
  }
  const deliveries = placed.sort((a, b) => a.place - b.place).map(({ event }) => event);
  return { deliveries, duplicates, late };
}
