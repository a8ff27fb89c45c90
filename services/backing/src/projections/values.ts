import type { Consumer } from '@atomicdb/bus';
import type { Database, Tx } from '@atomicdb/event-store';
import type { EventRecord } from '@atomicdb/events';
import { currentTraceparent } from '@atomicdb/telemetry';
import { dropRetractedPasses } from '../adapters/postgres/drop-retracted-passes';
import { loadGraph } from '../adapters/postgres/load-graph';
import { writeChanges } from '../adapters/postgres/write-changes';
import { claimEpoch, isEpoch } from '../adapters/postgres/writer-epoch';
import { writeValues } from '../adapters/postgres/write-values';
import { Backing, isValueEvent, valueTypes, type StandingChange } from '../domain/backing';
import { toClosure, toPass } from '../domain/from-events';
import { sameHeadline, toHeadline, unknownHeadline } from '../domain/headline';
import type { HeadlineChange } from '../domain/published';
import { isRequestEvent, requestTypes } from '../domain/request';
import { PendingWrites } from './pending-writes';

export const valuesProcessor = {
  name: 'backing:values:1',
  types: [...valueTypes, 'AnalysisRetracted', ...requestTypes],
} as const;

/** Another process is the writer now. Coded as a serialization failure: the event is sound and comes again. */
export class WriterReplaced extends Error {
  readonly code = '40001';

  constructor() {
    super('another process has become the writer of the values');
    this.name = 'WriterReplaced';
  }
}

export interface ValuesOptions {
  readonly database: Database;
  /** The live projection writes down each change of a headline for the reaction that publishes; a rebuild does not. */
  readonly recordsChanges: boolean;
  readonly onCommitted?: () => void;
}

/** Projection: the graph in memory and in its tables, and the value of every position. */
export function makeValues(options: ValuesOptions): Consumer {
  const values = new Values(options);
  return {
    ...valuesProcessor,
    database: options.database,
    exclusive: true,
    check: checkEvent,
    prepare: () => values.prepare(),
    handle: (tx, event) => values.handle(tx, event),
    flush: (tx) => values.flush(tx),
    settled: (outcome) => values.settled(outcome),
  };
}

/** A batch that is rolled back costs the reading of the whole graph: what cannot be a pass or a closure is found before. */
function checkEvent({ event }: EventRecord): void {
  if (event.type === 'AnalysisCompleted') toPass(event.data);
  if (event.type === 'PositionsAdded') event.data.positions.forEach(({ closure }) => toClosure(closure));
}

interface Writer {
  readonly backing: Backing;
  readonly epoch: string;
}

/** The graph in memory is the committed tables plus the open batch; it is dropped with a batch that was rolled back. */
class Values {
  private writer: Writer | null = null;
  private pending: PendingWrites | null = null;
  private traceparent: string | null = null;

  constructor(private readonly options: ValuesOptions) {}

  /** Reading a large graph takes longer than a transaction may stand idle. */
  async prepare(): Promise<void> {
    this.writer ??= await this.becomeWriter();
  }

  async handle(tx: Tx, { event, version }: EventRecord): Promise<void> {
    if (this.writer === null) throw new Error('a batch was begun before the graph was read');
    this.pending ??= await this.openBatch(tx, this.writer);
    this.traceparent = currentTraceparent();
    if (isValueEvent(event)) {
      this.pending.addValueEvent(event);
      this.writer.backing.apply(event);
    } else if (event.type === 'AnalysisRetracted') {
      this.pending.addRetraction(event.data.passId);
    } else if (isRequestEvent(event)) {
      this.pending.addRequestEvent(event, version);
    } else {
      throw new Error(`${valuesProcessor.name} does not handle ${event.type}`);
    }
  }

  async flush(tx: Tx): Promise<void> {
    if (this.writer === null || this.pending === null) return;
    const { backing } = this.writer;
    await this.pending.write(tx);
    const replaced = await dropRetractedPasses(tx, this.pending.touchedPasses());
    for (const [position, pass] of replaced) backing.replacePass(position, pass);
    const changes = backing.settle();
    if (changes.length > 0)
      await writeValues(
        tx,
        changes.map((change) => toWrite(backing, change)),
      );
    const shown = changes.flatMap((change) => toHeadlineChange(backing, change));
    if (this.options.recordsChanges && shown.length > 0) await writeChanges(tx, shown, this.traceparent);
  }

  settled(outcome: 'committed' | 'rolled-back'): Promise<void> {
    if (outcome === 'rolled-back') this.writer = null;
    else if (this.pending !== null) this.options.onCommitted?.();
    this.pending = null;
    return Promise.resolve();
  }

  /** From now on no other process can commit, so the tables stand still while they are read. */
  private async becomeWriter(): Promise<Writer> {
    const { database } = this.options;
    const epoch = await database.transaction(claimEpoch);
    return { epoch, backing: new Backing(await database.transaction(loadGraph)) };
  }

  private async openBatch(tx: Tx, { epoch }: Writer): Promise<PendingWrites> {
    if (!(await isEpoch(tx, epoch))) throw new WriterReplaced();
    return new PendingWrites();
  }
}

function toWrite({ graph }: Backing, { node, now }: StandingChange) {
  const anchor = now.anchor === null ? null : graph.keyOf(now.anchor);
  return { position: graph.keyOf(node), standing: now, anchor };
}

/** None where only what the headline does not show has changed. */
function toHeadlineChange({ graph }: Backing, { node, was, now }: StandingChange): HeadlineChange[] {
  const before = was === null ? unknownHeadline : toHeadline(graph, was);
  const after = toHeadline(graph, now);
  return sameHeadline(before, after) ? [] : [{ position: graph.keyOf(node), was: before, now: after }];
}
