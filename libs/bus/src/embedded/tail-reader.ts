import type { FeedCursor } from '@atomicdb/event-store';
import type { Tail } from '../bus';
import { pause } from '../pause';
import { showTail } from '../show-tail';
import { untilMove, type Feed } from './feed';

const batchSize = 500;
const retryMs = 500;

/** Hands the events of one feed to a tail, from the head at the start on. */
export async function followFeed(
  tail: Tail,
  feed: Feed,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  let cursor = feed.currentHead();
  while (!signal.aborted) {
    try {
      if (feed.hasMore(cursor)) cursor = await hand(tail, feed, cursor, onError);
      else await untilMove([feed], () => cursor, signal);
    } catch (error) {
      onError(error);
      await pause(retryMs, signal);
    }
  }
}

async function hand(
  tail: Tail,
  feed: Feed,
  cursor: FeedCursor,
  onError: (error: unknown) => void,
): Promise<FeedCursor> {
  const { events } = await feed.read(cursor, batchSize);
  for (const { envelope, payload } of events) showTail(tail, envelope, payload, onError);
  return events.at(-1)?.cursor ?? cursor;
}
