import { isAfter, type EventStore, type FeedBatch, type FeedCursor } from '@atomicdb/event-store';
import { Bell } from '../bell';
import type { ConsumerStatus } from '../bus';
import { Pulse } from '../pulse';

export { isAfter };

const pollMs = 250;
/** After a commit the horizon may lag for a moment behind another transaction: look again soon. */
const soonMs = 15;
const soonTries = 4;

/** The feed of one store, watched once for all its readers in this process. */
export class Feed {
  private head: FeedCursor = '0:0';
  private readonly waiting = new Set<() => void>();
  private soon = 0;
  private readonly bell = new Bell();
  private readonly pulse: Pulse;

  constructor(
    readonly store: EventStore,
    onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(`feed ${store.owner}`, onError);
    store.onCommitted(() => {
      this.soon = soonTries;
      this.bell.ring();
    });
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  read(after: FeedCursor, limit: number): Promise<FeedBatch> {
    return this.store.readFeed(after, limit);
  }

  hasMore(after: FeedCursor): boolean {
    return isAfter(this.head, after);
  }

  currentHead(): FeedCursor {
    return this.head;
  }

  /** Calls back once when the head moves. */
  onMove(listener: () => void): () => void {
    this.waiting.add(listener);
    return () => this.waiting.delete(listener);
  }

  /** Looks for the head until the signal: after each commit of this process, and every 250 ms anyway. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.pulse
        .during(() => this.look())
        .then(
          () => this.pulse.beat(),
          (error: unknown) => this.pulse.fail(error),
        );
      this.soon -= 1;
      await this.bell.wait(this.soon >= 0 ? soonMs : pollMs, signal);
    }
  }

  async look(): Promise<void> {
    const head = await this.store.feedHead();
    if (!isAfter(head, this.head)) return;
    this.head = head;
    this.soon = 0;
    for (const listener of [...this.waiting]) listener();
  }
}

/** Waits until the head of one of the feeds moves, or until the signal. */
export function untilMove(
  feeds: readonly Feed[],
  cursorOf: (feed: Feed) => FeedCursor,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const stops = feeds.map((feed) => feed.onMove(done));
    function done() {
      for (const stop of stops) stop();
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    // The head may have moved between the last look and the registration.
    if (signal.aborted || feeds.some((feed) => feed.hasMore(cursorOf(feed)))) done();
  });
}
