import { Pulse, type ConsumerStatus } from '@atomicdb/bus';
import type { Database, EventStore, Leadership } from '@atomicdb/event-store';
import { streamId } from '@atomicdb/events';
import { inTrace } from '@atomicdb/telemetry';
import { readChanges, takeChanges, type StoredChange } from '../adapters/postgres/changes';
import { eventsOf } from '../domain/published';

/** Each change is of one stream, and a transaction locks at most 1,000. */
const batchSize = 200;
const pollMs = 250;
const leadershipMs = 1_000;
const retryMs = 500;

export const changesReaction = 'backing:changes:1';

/**
 * Reaction: publishes the changes that the live projection wrote down, in their order, each once. Taking a change out and
 * appending its events commit together; one process at a time reads, so that a stream keeps the order of its changes.
 */
export class PublishChanges {
  private readonly ending = new AbortController();
  private wakeUp: () => void = () => undefined;
  private work: Promise<void> = Promise.resolve();
  private readonly pulse: Pulse;

  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(changesReaction, onError);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  start(): void {
    this.work = this.run(this.ending.signal);
  }

  /** There may be something to publish; it is looked for anyway every 250 ms. */
  wake(): void {
    this.wakeUp();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.wakeUp();
    await this.work;
  }

  /** Publishes the oldest changes; how many it found. */
  async publishOnce(): Promise<number> {
    const changes = await this.database.transaction((tx) => readChanges(tx, batchSize));
    const [first] = changes;
    if (first === undefined) return 0;
    const streams = changes.map(({ position }) => streamId('position', position));
    await inTrace(first.traceparent, changesReaction, { 'changes.count': changes.length }, () =>
      this.store.transaction(streams, async (tx) => {
        const taken = await takeChanges(
          tx,
          changes.map(({ id }) => id),
        );
        await this.store.append(tx, changes.filter(({ id }) => taken.has(id)).map(toAppending));
      }),
    );
    return changes.length;
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const leadership = await this.database.tryLeadership(changesReaction);
        if (leadership === null) await this.standBy();
        else await this.lead(leadership, signal);
      } catch (error) {
        this.pulse.fail(error);
        await this.idle(retryMs);
      }
    }
  }

  private standBy(): Promise<void> {
    this.pulse.beat();
    return this.idle(leadershipMs);
  }

  private async lead(leadership: Leadership, signal: AbortSignal): Promise<void> {
    try {
      while (leadership.held() && !signal.aborted) {
        const published = await this.pulse.during(() => this.publishOnce());
        this.pulse.beat();
        if (published === 0) await this.idle(pollMs);
      }
    } finally {
      await leadership.release();
    }
  }

  private idle(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.ending.signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function toAppending(change: StoredChange) {
  return {
    stream: streamId('position', change.position),
    expectedVersion: 'any' as const,
    events: eventsOf(change),
  };
}
