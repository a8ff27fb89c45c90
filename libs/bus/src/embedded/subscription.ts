import { isAfter, progress, type FeedCursor } from '@atomicdb/event-store';
import { Applier } from '../applier';
import type { Consumer, ConsumerStatus } from '../bus';
import { batchSizeOf } from '../in-transaction';
import { keepConsuming } from '../keep-consuming';
import { Pulse } from '../pulse';
import { untilMove, type Feed } from './feed';

const retryMs = 500;
const start: FeedCursor = '0:0';

/** One consumer over the feeds of the owners it reads, one batch at a time. */
export class Subscription {
  private readonly cursors = new Map<Feed, FeedCursor>();
  private readonly pulse: Pulse;
  private readonly applier: Applier;

  constructor(
    private readonly consumer: Consumer,
    private readonly feeds: readonly Feed[],
    onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(consumer.name, onError, { limitMs: consumer.transactionLimitMs });
    this.applier = new Applier(consumer, this.pulse);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  run(signal: AbortSignal): Promise<void> {
    const { consumer, applier, pulse } = this;
    return keepConsuming({ consumer, applier, pulse, pauseMs: retryMs }, signal, (ending) =>
      this.consume(ending),
    );
  }

  private async consume(signal: AbortSignal): Promise<void> {
    this.cursors.clear();
    while (!signal.aborted) {
      const worked = await this.round(signal);
      // Before the wait: it may be long, and what failed before is over.
      this.pulse.beat();
      if (!worked) await untilMove(this.feeds, (feed) => this.cursors.get(feed) ?? start, signal);
    }
  }

  /** One batch of each feed that has more; false when none had. */
  private async round(signal: AbortSignal): Promise<boolean> {
    let worked = false;
    for (const feed of this.feeds) {
      if (signal.aborted) return worked;
      const cursor = await this.cursorOf(feed);
      if (feed.hasMore(cursor)) worked = (await this.batch(feed, cursor)) || worked;
    }
    return worked;
  }

  private async batch(feed: Feed, cursor: FeedCursor): Promise<boolean> {
    const { events } = await feed.read(cursor, batchSizeOf(this.consumer));
    const last = events.at(-1);
    if (!last) return false;
    const place = { owner: feed.store.owner, source: sourceOf(feed), partition: 0, isAfter };
    const after = cursor === start ? null : cursor;
    await this.applier.apply(place, { after, deliveries: events });
    this.cursors.set(feed, last.cursor);
    return true;
  }

  private async cursorOf(feed: Feed): Promise<FeedCursor> {
    const known = this.cursors.get(feed);
    if (known) return known;
    const { database, name } = this.consumer;
    const stored = await database.transaction((tx) => progress.readCursors(tx, name, sourceOf(feed)));
    const cursor = stored.get(0) ?? start;
    this.cursors.set(feed, cursor);
    return cursor;
  }
}

function sourceOf(feed: Feed): string {
  return `embedded:${feed.store.owner}`;
}
