import type { FeedCursor } from '@atomicdb/event-store';
import type { ConsumerStatus, Tail } from '../bus';
import { pause } from '../pause';
import { Pulse } from '../pulse';
import { showTail } from '../show-tail';
import { untilMove, type Feed } from './feed';

const batchSize = 500;
const retryMs = 500;

/** Hands the events of feeds to a tail, from their heads at the start on. After an error it goes on where it was. */
export class TailReader {
  private readonly pulse: Pulse;

  constructor(
    private readonly tail: Tail,
    private readonly feeds: readonly Feed[],
    private readonly onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(tail.name, onError);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  async run(signal: AbortSignal): Promise<void> {
    const followed = this.feeds.map((feed) => this.follow(feed, feed.currentHead(), signal));
    this.tail.joined?.();
    await Promise.all(followed);
  }

  private async follow(feed: Feed, head: FeedCursor, signal: AbortSignal): Promise<void> {
    let cursor = head;
    while (!signal.aborted) {
      try {
        if (feed.hasMore(cursor)) cursor = await this.hand(feed, cursor);
        else await untilMove([feed], () => cursor, signal);
      } catch (error) {
        this.pulse.fail(error);
        await pause(retryMs, signal);
      }
    }
  }

  private async hand(feed: Feed, cursor: FeedCursor): Promise<FeedCursor> {
    const { events } = await feed.read(cursor, batchSize);
    this.pulse.beat();
    for (const { envelope, payload } of events) showTail(this.tail, envelope, payload, this.onError);
    return events.at(-1)?.cursor ?? cursor;
  }
}
