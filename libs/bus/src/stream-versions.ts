import { progress, type Tx } from '@atomicdb/event-store';

/**
 * Where a version stands in its stream for one consumer. `late` is a version that was given up when those after it were
 * released; it is applied all the same.
 */
export type Standing = 'passed' | 'next' | 'late' | 'gap';

interface Stream {
  version: number;
  missing: readonly number[];
  waiting: boolean;
  /** As the row is now, 0 where there is none. */
  readonly stored: { readonly version: number; readonly missing: readonly number[] };
}

/** What is known of an event before its payload is read. */
interface Named {
  readonly stream: string;
  readonly version: number;
}

/** The highest version of each stream. */
function lastVersions(events: readonly Named[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { stream, version } of events) if (version > (last.get(stream) ?? 0)) last.set(stream, version);
  return last;
}

/** How far one consumer came in the streams that one transaction touches. */
export class StreamVersions {
  private constructor(
    private readonly tx: Tx,
    private readonly consumer: string,
    private readonly owner: string,
    private readonly streams: ReadonlyMap<string, Stream>,
  ) {}

  static async read(
    tx: Tx,
    consumer: string,
    owner: string,
    streams: readonly string[],
  ): Promise<StreamVersions> {
    const distinct = [...new Set(streams)];
    const found =
      distinct.length > 0
        ? await progress.readStreams(tx, consumer, owner, distinct)
        : new Map<string, never>();
    const known = [...found].map(([stream, stored]) => [stream, { ...stored, stored }] as const);
    return new StreamVersions(tx, consumer, owner, new Map(known));
  }

  /**
   * For events that are about to be applied: their streams' rows stand at the last of these versions from now on, and
   * `write` sets right what did not come so far.
   */
  static async claim(
    tx: Tx,
    consumer: string,
    owner: string,
    events: readonly Named[],
  ): Promise<StreamVersions> {
    const claimed = lastVersions(events);
    const { before, areWaiting } = await progress.claimVersions(tx, consumer, owner, claimed);
    const unknown = [...claimed.keys()].filter((stream) => areWaiting || !before.has(stream));
    const { streams } = await StreamVersions.read(tx, consumer, owner, unknown);
    const known = new Map(streams);
    for (const [stream, { version, missing }] of before) {
      const stored = { version: claimed.get(stream) ?? version, missing };
      known.set(stream, { version, missing, waiting: streams.get(stream)?.waiting ?? false, stored });
    }
    return new StreamVersions(tx, consumer, owner, known);
  }

  standing(stream: string, version: number): Standing {
    const { version: last, missing } = this.of(stream);
    if (version > last + 1) return 'gap';
    if (version === last + 1) return 'next';
    return missing.includes(version) ? 'late' : 'passed';
  }

  last(stream: string): number {
    return this.of(stream).version;
  }

  pass(stream: string, version: number): void {
    const known = this.of(stream);
    if (version > known.version) known.version = version;
    else known.missing = known.missing.filter((missing) => missing !== version);
  }

  /** Goes on at a version although those before it never came. */
  giveUpBefore(stream: string, version: number): void {
    const known = this.of(stream);
    const count = version - 1 - known.version;
    const missing = Array.from({ length: count }, (_, index) => known.version + 1 + index);
    known.missing = [...known.missing, ...missing];
    known.version = version - 1;
  }

  /** Whether later versions of it wait among the dead letters. */
  hasWaiting(stream: string): boolean {
    return this.of(stream).waiting;
  }

  noteWaiting(stream: string): void {
    this.of(stream).waiting = true;
  }

  async write(): Promise<void> {
    const moved = [...this.streams].filter(([, { version, stored }]) => version !== stored.version);
    const none = moved.filter(([, { version }]) => version === 0).map(([stream]) => stream);
    if (none.length > 0) await progress.removeVersions(this.tx, this.consumer, this.owner, none);
    const some = moved.filter(([, { version }]) => version > 0);
    if (some.length > 0) {
      const versions = new Map(some.map(([stream, { version }]) => [stream, version]));
      await progress.writeVersions(this.tx, this.consumer, this.owner, versions);
    }
    for (const [stream, { missing, stored }] of this.streams) {
      if (missing !== stored.missing)
        await progress.writeMissing(this.tx, this.consumer, this.owner, stream, missing);
    }
  }

  private of(stream: string): Stream {
    const known = this.streams.get(stream);
    if (!known) throw new Error(`the versions of ${stream} were not read`);
    return known;
  }
}
