import { isTransient, progress, type Tx } from '@atomicdb/event-store';
import type { Consumer } from './bus';
import { ConsumerTurn, type TurnOptions } from './consumer-turn';
import type { Batch, Place } from './delivery';
import { batchSizeOf, handleInTransaction } from './in-transaction';
import type { Onlooker } from './onlooker';
import { StreamVersions } from './stream-versions';

/** The progress was set back since the batch was read. Coded as a serialization failure: it is read again from there. */
export class ProgressMoved extends Error {
  readonly code = '40001';

  constructor(consumer: string, source: string) {
    super(`the progress of ${consumer} in ${source} was set back`);
    this.name = 'ProgressMoved';
  }
}

class BatchRun {
  constructor(
    private readonly consumer: Consumer,
    private readonly place: Place,
    private readonly onlooker: Onlooker,
  ) {}

  /** The whole batch in one transaction. */
  apply(batch: Batch): Promise<void> {
    // Locks of what follows would have to be taken first: it gets transactions of its own.
    const room = batchSizeOf(this.consumer) - batch.deliveries.length;
    const followers = this.consumer.appends ? 0 : Math.max(0, room);
    return this.handle(batch, followers);
  }

  /** One delivery alone; nothing else can be at fault when it fails. */
  applyAlone(batch: Batch): Promise<void> {
    return this.handle(batch, 0);
  }

  setAside(batch: Batch, reason: string): Promise<void> {
    const { consumer, onlooker } = this;
    const options = { onlooker, followers: 0, verdict: reason };
    return onlooker.during(() => consumer.database.transaction((tx) => this.run(tx, batch, options)));
  }

  private handle(batch: Batch, followers: number): Promise<void> {
    const { consumer, onlooker } = this;
    const options = { onlooker, followers };
    return handleInTransaction(consumer, batch.deliveries, onlooker, (tx) => this.run(tx, batch, options));
  }

  private async run(tx: Tx, { after, deliveries }: Batch, options: TurnOptions): Promise<void> {
    const { consumer, place } = this;
    const { owner, source, partition, isAfter } = place;
    const cursor = await progress.lockCursor(tx, consumer.name, source, partition);
    if (after !== null && (cursor === null || isAfter(after, cursor)))
      throw new ProgressMoved(consumer.name, source);
    const start = deliveries.findIndex((delivery) => cursor === null || isAfter(delivery.cursor, cursor));
    const fresh = start < 0 ? [] : deliveries.slice(start);
    const last = fresh.at(-1);
    if (!last) return;
    const envelopes = fresh.map(({ envelope }) => envelope);
    const versions = await StreamVersions.claim(tx, consumer.name, owner, envelopes);
    const turn = new ConsumerTurn(consumer, tx, owner, versions, options);
    for (const delivery of fresh) await turn.take(delivery, place);
    if (options.verdict === undefined) await consumer.flush?.(tx);
    await turn.finish();
    await progress.writeCursor(tx, consumer.name, source, partition, last.cursor);
  }
}

/**
 * Applies deliveries of one partition, in order, each once: effect, versions and progress commit together. An event
 * that cannot be applied is set aside alone; what fails for a passing reason is thrown and comes again.
 */
export async function applyBatch(
  consumer: Consumer,
  place: Place,
  batch: Batch,
  onlooker: Onlooker,
): Promise<void> {
  const run = new BatchRun(consumer, place, onlooker);
  try {
    await run.apply(batch);
  } catch (error) {
    if (isTransient(error)) throw error;
    for (const delivery of batch.deliveries) await applyOrSetAside(run, { ...batch, deliveries: [delivery] });
  }
}

async function applyOrSetAside(run: BatchRun, batch: Batch): Promise<void> {
  try {
    await run.applyAlone(batch);
  } catch (error) {
    if (isTransient(error)) throw error;
    await run.setAside(batch, `poison: ${String(error)}`);
  }
}
