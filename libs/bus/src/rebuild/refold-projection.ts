import { progress, rebuild, type Database, type Tx } from '@atomicdb/event-store';
import { ownerOf } from '@atomicdb/events';
import { applyBatch } from '../apply-batch';
import { applyReleased } from '../apply-released';
import type { Onlooker } from '../onlooker';
import type { Consumer } from '../bus';
import type { Delivery } from '../delivery';
import type { LogReader } from './log-reader';
import type { RebuildableProjection } from './rebuildable';
import type { Refold, Target } from './refold';

/** One consumer in one partition, and the place the live one has reached there. */
interface Stretch {
  readonly consumer: Consumer;
  readonly reader: LogReader;
  readonly upTo: string;
}

type OnFolded = (events: number) => void;

/** Applies the events again through the consumers' own code, each partition up to where the live consumer is. */
export class RefoldProjection implements Refold {
  private readonly onlooker: Onlooker;

  constructor(
    private readonly what: RebuildableProjection,
    private readonly consumers: readonly Consumer[],
    private readonly readers: readonly LogReader[],
    private readonly live: Database,
    private readonly shadow: Database,
    report: (fault: Error) => void,
  ) {
    // Whoever runs a rebuild sees that it stands still; the traces of its events ended long ago.
    this.onlooker = { isTracing: false, report, during: (transaction) => transaction() };
  }

  target(): Promise<Target> {
    return this.live.transaction((tx) => this.targetIn(tx));
  }

  async hold(tx: Tx): Promise<Target> {
    await rebuild.holdConsumers(tx, this.what.service, this.what.tables);
    return this.targetIn(tx);
  }

  async takeOver(tx: Tx): Promise<void> {
    const names = this.consumers.map(({ name }) => name);
    await rebuild.takeOverBooks(tx, this.what.service, names);
    await this.what.onSwitch?.(tx);
  }

  private async targetIn(tx: Tx): Promise<Target> {
    const stretches: Stretch[] = [];
    for (const consumer of this.consumers) {
      for (const reader of this.readers.filter(({ place }) => reads(consumer, place.owner))) {
        const cursors = await progress.readCursors(tx, consumer.name, reader.place.source);
        const upTo = cursors.get(reader.place.partition);
        if (upTo !== undefined) stretches.push({ consumer, reader, upTo });
      }
    }
    return {
      remaining: () => this.remaining(stretches),
      reach: (onFolded, signal) => this.reach(stretches, onFolded, signal),
    };
  }

  private async remaining(stretches: readonly Stretch[]): Promise<number> {
    let events = 0;
    for (const stretch of stretches)
      events += await stretch.reader.count(await this.cursorOf(stretch), stretch.upTo);
    return events;
  }

  private async reach(stretches: readonly Stretch[], onFolded: OnFolded, signal: AbortSignal): Promise<void> {
    for (const consumer of this.consumers) {
      const own = stretches.filter((stretch) => stretch.consumer === consumer);
      // In turns, as the live consumer reads them: what one partition tells often belongs to what another does.
      let open = await Promise.all(own.map((stretch) => this.open(stretch)));
      while (open.length > 0 && !signal.aborted) {
        for (const run of open) onFolded(await run.step(this.onlooker));
        open = open.filter((run) => !run.isOver());
      }
      while (!signal.aborted && (await this.applyReleased(consumer)));
    }
  }

  /** Letters whose gap has closed, and those that an operator released for the live consumer. */
  private async applyReleased(consumer: Consumer): Promise<boolean> {
    const again = await this.shadow.transaction((tx) =>
      rebuild.releaseAsLive(tx, this.what.service, consumer.name),
    );
    const applied = await applyReleased(consumer, this.onlooker);
    return applied || again > 0;
  }

  private async open(stretch: Stretch): Promise<Run> {
    return new Run(stretch, await this.cursorOf(stretch));
  }

  private async cursorOf({ consumer, reader }: Stretch): Promise<string | null> {
    const { source, partition } = reader.place;
    const cursors = await this.shadow.transaction((tx) => progress.readCursors(tx, consumer.name, source));
    return cursors.get(partition) ?? null;
  }
}

function reads(consumer: Consumer, owner: string): boolean {
  return consumer.types.some((type) => ownerOf(type) === owner);
}

/** One stretch on its way; the next batch is read while one is applied. */
class Run {
  private next: Promise<readonly Delivery[]>;

  constructor(
    private readonly stretch: Stretch,
    private cursor: string | null,
  ) {
    this.next = this.readNext();
  }

  isOver(): boolean {
    const { reader, upTo } = this.stretch;
    return this.cursor !== null && !reader.place.isAfter(upTo, this.cursor);
  }

  async step(onlooker: Onlooker): Promise<number> {
    if (this.isOver()) return 0;
    const { consumer, reader } = this.stretch;
    const deliveries = await this.next;
    const last = deliveries.at(-1);
    if (last === undefined) throw new Error(`${reader.place.source} ends before ${this.stretch.upTo}`);
    const after = this.cursor;
    this.cursor = last.cursor;
    if (!this.isOver()) this.next = this.readNext();
    await applyBatch(consumer, reader.place, { after, deliveries }, onlooker);
    return deliveries.length;
  }

  private readNext(): Promise<readonly Delivery[]> {
    const { consumer, reader, upTo } = this.stretch;
    if (this.isOver()) return Promise.resolve([]);
    const reading = reader.read(this.cursor, upTo, consumer.batchSize ?? 1);
    // Awaited in the next step; until then a failure is nobody's.
    reading.catch(() => undefined);
    return reading;
  }
}
