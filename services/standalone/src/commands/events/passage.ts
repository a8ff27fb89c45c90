import { upkeep, type EventStore, type FeedCursor } from '@atomicdb/event-store';

/** What a consumer has passed of one owner's events, as far as its cursors say. */
export interface Passage {
  readonly consumer: string;
  readonly owner: string;
  /** The last version of every stream that it has passed something of. */
  lastVersions(): Promise<Map<string, number>>;
  /** The versions of one stream that it has passed and that are there, in order. */
  versionsOf(stream: string): Promise<readonly number[]>;
}

/** In the feed of a store. */
export class FeedPassage implements Passage {
  readonly owner: string;

  constructor(
    readonly consumer: string,
    private readonly store: EventStore,
    private readonly cursor: FeedCursor,
  ) {
    this.owner = store.owner;
  }

  lastVersions(): Promise<Map<string, number>> {
    return this.store.database.transaction((tx) => upkeep.lastVersions(tx, this.cursor));
  }

  versionsOf(stream: string): Promise<readonly number[]> {
    return this.store.database.transaction((tx) => upkeep.versionsUpTo(tx, stream, this.cursor));
  }
}

/** On a topic; it is shown every event that lies there. */
export class TopicPassage implements Passage {
  private readonly last = new Map<string, number>();
  private missing: ReadonlySet<string> = new Set();

  /**
   * @param cursors last offset that was applied of each partition
   * @param headOf last version of a stream in its store: what goes beyond it is a stranger's
   */
  constructor(
    readonly consumer: string,
    readonly owner: string,
    private readonly cursors: ReadonlyMap<number, bigint>,
    private readonly headOf: (stream: string) => number,
  ) {}

  take(at: { partition: number; offset: bigint; stream: string; version: number }): void {
    const cursor = this.cursors.get(at.partition);
    if (cursor === undefined || at.offset > cursor || at.version > this.headOf(at.stream)) return;
    if (at.version > (this.last.get(at.stream) ?? 0)) this.last.set(at.stream, at.version);
  }

  /** What the topic lacks, each `stream@version`: nobody can have passed it. */
  leaveOut(missing: readonly string[]): void {
    this.missing = new Set(missing);
  }

  lastVersions(): Promise<Map<string, number>> {
    return Promise.resolve(new Map(this.last));
  }

  versionsOf(stream: string): Promise<readonly number[]> {
    const all = Array.from({ length: this.last.get(stream) ?? 0 }, (_, index) => index + 1);
    return Promise.resolve(all.filter((version) => !this.missing.has(`${stream}@${version}`)));
  }
}
