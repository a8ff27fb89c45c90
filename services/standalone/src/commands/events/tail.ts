import { setTimeout } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type { EventStore, FeedCursor, upkeep } from '@atomicdb/event-store';
import type { FoundProduct } from '../find-product';
import { eventLine } from './event-line';
import { write } from './output';
import type { Choice } from './parse-events';
import { withStores } from './stores';

const batchSize = 500;
const pollMs = 250;

export interface TailOptions {
  readonly choice: Choice;
  readonly fromStart: boolean;
  readonly json: boolean;
}

function isChosen({ type, stream }: Choice, { envelope }: upkeep.RecordedEvent): boolean {
  return (type ?? envelope.type) === envelope.type && (stream ?? envelope.stream) === envelope.stream;
}

/** One store, printed from a place on. */
class Follower {
  private constructor(
    private readonly store: EventStore,
    private cursor: FeedCursor,
    private readonly options: TailOptions,
    private readonly out: Writable,
  ) {}

  static async open(store: EventStore, options: TailOptions, out: Writable): Promise<Follower> {
    return new Follower(store, options.fromStart ? '0:0' : await store.feedHead(), options, out);
  }

  /** Prints what has come; false when nothing has. Throws when the signal is given. */
  async step(signal: AbortSignal): Promise<boolean> {
    const { choice, json } = this.options;
    const { events } = await this.store.readFeed(this.cursor, batchSize);
    for (const event of events) {
      if (isChosen(choice, event)) await write(this.out, eventLine(event, json), signal);
    }
    this.cursor = events.at(-1)?.cursor ?? this.cursor;
    return events.length > 0;
  }
}

/** Prints events as they come, store by store, until the signal. */
export function tail(
  product: FoundProduct,
  options: TailOptions,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  const wanted = options.choice.owner;
  const following = withStores(product, async (stores) => {
    const followers: Follower[] = [];
    for (const [owner, store] of stores) {
      if ((wanted ?? owner) === owner) followers.push(await Follower.open(store, options, out));
    }
    while (!signal.aborted) {
      let isBusy = false;
      for (const follower of followers) isBusy = (await follower.step(signal)) || isBusy;
      if (!isBusy) await setTimeout(pollMs, undefined, { signal }).catch(() => undefined);
    }
  });
  return following.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
