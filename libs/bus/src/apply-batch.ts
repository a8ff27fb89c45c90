import {
  decodePayload,
  isEventType,
  UnreadableEvent,
  type Envelope,
  type EventRecord,
} from '@atomicdb/events';
import { isTransient, progress, type Tx } from '@atomicdb/event-store';
import { inTrace } from '@atomicdb/telemetry';
import type { Consumer } from './bus';

/** Source: reliability.md, "Rules the code keeps" 4. */
export const defaultBatchSize = 200;

/** An event as it came, with its place in the partition it came from. */
export interface Delivery {
  readonly envelope: Envelope;
  readonly payload: Uint8Array;
  readonly cursor: string;
}

/** One partition of one transport. */
export interface Place {
  readonly source: string;
  readonly partition: number;
  /** Whether cursor a comes after cursor b. */
  readonly isAfter: (a: string, b: string) => boolean;
  /** Told of every event that is set aside. */
  readonly onSetAside: (report: Error) => void;
}

type Readable = { delivery: Delivery; record: EventRecord };
type Unreadable = { delivery: Delivery; reason: string };

function read(delivery: Delivery): Readable | Unreadable {
  const { envelope, payload } = delivery;
  try {
    return {
      delivery,
      record: { ...envelope, event: decodePayload(envelope.type, envelope.schemaVersion, payload) },
    };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return { delivery, reason: `${error.reason}: ${error.message}` };
  }
}

/** Events of other types pass by; an unknown type may be meant for this consumer, so it is set aside. */
function concerns(consumer: Consumer, { envelope }: Delivery): boolean {
  return !isEventType(envelope.type) || consumer.types.includes(envelope.type);
}

async function handle(consumer: Consumer, tx: Tx, record: EventRecord): Promise<void> {
  const attributes = { 'event.type': record.type, 'event.stream': record.stream };
  await inTrace(record.traceparent, `${consumer.name} ${record.type}`, attributes, () =>
    consumer.handle(tx, record),
  );
}

async function setAside(consumer: Consumer, tx: Tx, place: Place, item: Unreadable): Promise<void> {
  const { envelope, payload, cursor } = item.delivery;
  const { source, partition } = place;
  await progress.setAside(tx, {
    consumer: consumer.name,
    source,
    partition,
    cursor,
    envelope,
    payload,
    reason: item.reason,
  });
  place.onSetAside(new Error(`${envelope.type} ${envelope.eventId} is set aside: ${item.reason}`));
}

class Batch {
  /** owner, then stream, to the last version applied. */
  private readonly applied = new Map<string, Map<string, number>>();

  constructor(
    private readonly consumer: Consumer,
    private readonly place: Place,
    private readonly tx: Tx,
  ) {}

  async run(items: readonly (Readable | Unreadable)[], last: string): Promise<void> {
    await this.readApplied(items);
    for (const item of items) {
      if ('reason' in item) await setAside(this.consumer, this.tx, this.place, item);
      else await this.applyOnce(item.record);
    }
    await this.consumer.flush?.(this.tx);
    for (const [owner, versions] of this.applied) {
      await progress.writeApplied(this.tx, this.consumer.name, owner, versions);
    }
    await progress.writeCursor(this.tx, this.consumer.name, this.place.source, this.place.partition, last);
  }

  private async readApplied(items: readonly (Readable | Unreadable)[]): Promise<void> {
    const owners = new Set(items.map(({ delivery }) => delivery.envelope.producer));
    for (const owner of owners) {
      const streams = items.map(({ delivery }) => delivery.envelope.stream);
      this.applied.set(owner, await progress.readApplied(this.tx, this.consumer.name, owner, streams));
    }
  }

  private async applyOnce(record: EventRecord): Promise<void> {
    const versions = this.applied.get(record.producer);
    if (!versions || record.version <= (versions.get(record.stream) ?? 0)) return;
    await handle(this.consumer, this.tx, record);
    versions.set(record.stream, record.version);
  }
}

async function commit(consumer: Consumer, place: Place, deliveries: readonly Delivery[]): Promise<void> {
  const last = deliveries.at(-1)?.cursor;
  if (last === undefined) return;
  const items = deliveries.filter((delivery) => concerns(consumer, delivery)).map(read);
  const records = items.flatMap((item) => ('record' in item ? [item.record] : []));
  await consumer.database.transaction(async (tx) => {
    await consumer.appends?.store.lock(tx, consumer.appends.locks(records));
    const cursor = await progress.lockCursor(tx, consumer.name, place.source, place.partition);
    const fresh = items.filter(({ delivery }) => cursor === null || place.isAfter(delivery.cursor, cursor));
    if (cursor === null || place.isAfter(last, cursor)) await new Batch(consumer, place, tx).run(fresh, last);
  });
}

async function attempt(consumer: Consumer, place: Place, deliveries: readonly Delivery[]): Promise<void> {
  try {
    await commit(consumer, place, deliveries);
  } catch (error) {
    await consumer.settled?.('rolled-back');
    throw error;
  }
  await consumer.settled?.('committed');
  consumer.appends?.store.announce();
}

async function setOneAside(
  consumer: Consumer,
  place: Place,
  delivery: Delivery,
  error: unknown,
): Promise<void> {
  await consumer.database.transaction(async (tx) => {
    const cursor = await progress.lockCursor(tx, consumer.name, place.source, place.partition);
    if (cursor !== null && !place.isAfter(delivery.cursor, cursor)) return;
    await setAside(consumer, tx, place, { delivery, reason: `poison: ${String(error)}` });
    await progress.writeCursor(tx, consumer.name, place.source, place.partition, delivery.cursor);
  });
}

/**
 * Applies deliveries of one partition, in order, each once: effect, versions applied and progress commit together.
 * An event that cannot be applied is set aside alone; what fails for a passing reason is thrown and comes again.
 */
export async function applyBatch(
  consumer: Consumer,
  place: Place,
  deliveries: readonly Delivery[],
): Promise<void> {
  try {
    await attempt(consumer, place, deliveries);
  } catch (error) {
    if (isTransient(error)) throw error;
    const [only, ...others] = deliveries;
    if (only && others.length === 0) await setOneAside(consumer, place, only, error);
    else for (const delivery of deliveries) await applyBatch(consumer, place, [delivery]);
  }
}
