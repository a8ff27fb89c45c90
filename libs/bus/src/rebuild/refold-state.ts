import { decodePayload, type EventRecord } from '@atomicdb/events';
import {
  isAfter,
  progress,
  rebuild,
  type Database,
  type EventStore,
  type FeedBatch,
  type Tx,
} from '@atomicdb/event-store';
import type { RebuildableState } from './rebuildable';
import type { Refold, Target } from './refold';

const start = '0:0';
const batchSize = 2_000;
const source = 'own events';

/** No event of the own store may be passed over: the state would be another. */
function recordOf({ envelope, payload }: FeedBatch['events'][number]): EventRecord {
  const { stream, version, producer, type, schemaVersion } = envelope;
  try {
    return { ...envelope, event: decodePayload(type, schemaVersion, payload) };
  } catch (error) {
    throw new Error(`${producer} holds an event that cannot be read, ${stream}@${version}: ${String(error)}`);
  }
}

type Read = (after: string) => Promise<FeedBatch>;

/** Folds a writer's own events again, in the order in which they were committed. */
export class RefoldState implements Refold {
  constructor(
    private readonly what: RebuildableState,
    /** Over the live schema. */
    private readonly store: EventStore,
    private readonly shadow: Database,
  ) {}

  async target(): Promise<Target> {
    return this.upTo(await this.store.feedHead(), (after) => this.store.readFeed(after, batchSize));
  }

  /** Every append is committed or has not begun: the last event is the last, whatever the horizon of the feeds. */
  async hold(tx: Tx): Promise<Target> {
    await rebuild.closeGate(tx, this.what.owner);
    const last = await this.store.lastCursor();
    return this.upTo(last, (after) => this.store.readCommitted(after, batchSize));
  }

  takeOver(): Promise<void> {
    return Promise.resolve();
  }

  private upTo(last: string, read: Read): Target {
    return {
      remaining: async () => this.store.countFeed(await this.cursor(), last),
      reach: (onFolded, signal) => this.reach(last, read, onFolded, signal),
    };
  }

  private async reach(
    upTo: string,
    read: Read,
    onFolded: (events: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let cursor = await this.cursor();
    let next = read(cursor);
    while (isAfter(upTo, cursor) && !signal.aborted) {
      const { events } = await next;
      const last = events.at(-1);
      if (last === undefined) throw new Error(`the events of ${this.what.owner} end before ${upTo}`);
      cursor = last.cursor;
      next = read(cursor);
      // Awaited in the next round; until then a failure is nobody's.
      next.catch(() => undefined);
      await this.fold(events, cursor);
      onFolded(events.length);
    }
    await next.catch(() => undefined);
  }

  private async fold(events: FeedBatch['events'], cursor: string): Promise<void> {
    const records = events.map(recordOf);
    await this.shadow.transaction(async (tx) => {
      await this.what.updateState(tx, records);
      await progress.writeCursor(tx, this.what.name, source, 0, cursor);
    });
  }

  private async cursor(): Promise<string> {
    const cursors = await this.shadow.transaction((tx) => progress.readCursors(tx, this.what.name, source));
    return cursors.get(0) ?? start;
  }
}
