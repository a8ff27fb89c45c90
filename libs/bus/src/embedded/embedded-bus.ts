import { setMaxListeners } from 'node:events';
import { ownerOf, type EventType } from '@atomicdb/events';
import type { EventStore } from '@atomicdb/event-store';
import type { Bus, Consumer, ConsumerStatus, Tail, Watched } from '../bus';
import { Feed } from './feed';
import { Subscription } from './subscription';
import { TailReader } from './tail-reader';

/** The stores of this process tailed over PostgreSQL, each through its own service's role. */
export class EmbeddedBus implements Bus {
  private readonly feeds = new Map<string, Feed>();
  private readonly consumers: Consumer[] = [];
  private readonly tails: Tail[] = [];
  private readonly watched: Watched[] = [];
  private subscriptions: Subscription[] = [];
  private readers: TailReader[] = [];
  private readonly ending = new AbortController();
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly onError: (error: unknown, where: string) => void) {
    // Every subscription, feed and tail listens for the end.
    setMaxListeners(0, this.ending.signal);
  }

  publish(store: EventStore): void {
    this.feeds.set(store.owner, new Feed(store, (error) => this.onError(error, `feed ${store.owner}`)));
  }

  consume(consumer: Consumer): void {
    this.consumers.push(consumer);
  }

  tail(tail: Tail): void {
    this.tails.push(tail);
  }

  watch(part: Watched): void {
    this.watched.push(part);
  }

  async start(): Promise<void> {
    this.subscriptions = this.consumers.map(
      (consumer) =>
        new Subscription(consumer, this.feedsOf(consumer.types), (error) =>
          this.onError(error, consumer.name),
        ),
    );
    this.readers = this.tails.map(
      (tail) => new TailReader(tail, this.feedsOf(tail.types), (error) => this.onError(error, tail.name)),
    );
    await Promise.all([...this.feeds.values()].map((feed) => feed.look()));
    const { signal } = this.ending;
    this.work = Promise.all([
      ...this.subscriptions.map((subscription) => subscription.run(signal)),
      ...this.readers.map((reader) => reader.run(signal)),
      ...[...this.feeds.values()].map((feed) => feed.watch(signal)),
    ]);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.work;
  }

  status(): ConsumerStatus[] {
    const parts = [...this.subscriptions, ...this.readers, ...this.feeds.values(), ...this.watched];
    return parts.map((each) => each.status());
  }

  private feedsOf(types: readonly EventType[]): Feed[] {
    return [...new Set(types.map(ownerOf))].map((owner) => {
      const feed = this.feeds.get(owner);
      if (!feed) throw new Error(`no service of this process publishes the events of ${owner}`);
      return feed;
    });
  }
}
