import { progress } from '@atomicdb/event-store';
import type { Consumer as KafkaConsumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Applier } from '../applier';
import type { Consumer } from '../bus';
import { batchSizeOf } from '../in-transaction';
import { pause } from '../pause';
import type { Pulse } from '../pulse';
import { fromMessage } from './message';
import { ownerOfTopic } from './topics';

const retryMs = 500;

export function isAfter(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}

interface Partition {
  readonly topic: string;
  readonly partition: number;
}

/** How a member stands in one partition: the last offset applied, and whether it has been told to read after that. */
interface Standing {
  readonly cursor: string | null;
  readonly hasSought: boolean;
}

/**
 * Applies what a member of a group fetches. The place to read from is the one in the database, never Kafka's: a batch
 * that starts elsewhere is not applied, the member seeks instead.
 */
export class PartitionReader {
  private readonly standings = new Map<string, Standing>();

  constructor(
    private readonly consumer: Consumer,
    private readonly applier: Applier,
    private readonly pulse: Pulse,
    private readonly signal: AbortSignal,
    private readonly endsOf: (topic: string) => Promise<ReadonlyMap<number, bigint>>,
  ) {}

  /** After a rebalance: another member may have gone on in the meantime. */
  forgetPlaces(): void {
    this.standings.clear();
  }

  async read(member: KafkaConsumer, payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const chunkSize = batchSizeOf(this.consumer);
    for (let start = 0; start < batch.messages.length; start += chunkSize) {
      if (this.signal.aborted || !payload.isRunning() || payload.isStale()) return;
      const chunk = batch.messages.slice(start, start + chunkSize);
      // What fails in here is no fault of the member: the chunk is fetched again.
      const isApplied = await this.applyOrSeek(member, batch, chunk, start > 0).catch((error: unknown) =>
        this.fail(batch, error),
      );
      if (!isApplied) return;
      payload.resolveOffset(chunk.at(-1)?.offset ?? '0');
      // Throws when the group rebalances: what is left of the batch goes to whoever has the partition then.
      await payload.heartbeat();
    }
  }

  private async applyOrSeek(
    member: KafkaConsumer,
    { topic, partition }: Partition,
    chunk: readonly KafkaMessage[],
    isContinued: boolean,
  ): Promise<boolean> {
    const key = keyOf({ topic, partition });
    const standing = this.standings.get(key) ?? (await this.stored({ topic, partition }));
    const next = standing.cursor === null ? 0n : BigInt(standing.cursor) + 1n;
    if (!isNext(chunk, next, isContinued || standing.hasSought)) {
      if (standing.hasSought && (await this.isAnew({ topic, partition }, next))) return false;
      this.standings.set(key, { ...standing, hasSought: true });
      // What was fetched again had been applied after all.
      this.pulse.beat(key);
      member.seek({ topic, partition, offset: String(next) });
      return false;
    }
    await this.apply({ topic, partition }, standing.cursor, chunk);
    this.standings.set(key, { cursor: chunk.at(-1)?.offset ?? standing.cursor, hasSought: false });
    this.pulse.beat(key);
    return true;
  }

  /**
   * Whether the partition ends before what was applied of it: the topic was deleted and is written again. It is read
   * from its beginning then; what was applied is known by its versions.
   */
  private async isAnew({ topic, partition }: Partition, next: bigint): Promise<boolean> {
    const end = (await this.endsOf(topic)).get(partition) ?? 0n;
    if (end >= next) return false;
    const { database, name } = this.consumer;
    await database.transaction((tx) => progress.writeCursor(tx, name, sourceOf(topic), partition, ''));
    this.standings.delete(keyOf({ topic, partition }));
    this.pulse.report(
      new Error(
        `${topic} ends at ${end} in partition ${partition} and was applied up to ${next - 1n}: read again`,
      ),
    );
    return true;
  }

  private async apply(
    { topic, partition }: Partition,
    after: string | null,
    chunk: readonly KafkaMessage[],
  ): Promise<void> {
    const deliveries = chunk.map((message) => ({
      ...fromMessage({ topic, partition, message }),
      cursor: message.offset,
    }));
    const place = { owner: ownerOfTopic(topic), source: sourceOf(topic), partition, isAfter };
    await this.applier.apply(place, { after, deliveries });
  }

  private async fail(at: Partition, error: unknown): Promise<boolean> {
    this.standings.delete(keyOf(at));
    this.pulse.fail(error, keyOf(at));
    await pause(retryMs, this.signal);
    return false;
  }

  private async stored({ topic, partition }: Partition): Promise<Standing> {
    const { database, name } = this.consumer;
    const cursors = await database.transaction((tx) => progress.readCursors(tx, name, sourceOf(topic)));
    return { cursor: cursors.get(partition) || null, hasSought: false };
  }
}

/** Offsets may be left out (a stranger's transaction): what comes after a seek is next, whatever its number. */
function isNext(chunk: readonly KafkaMessage[], next: bigint, mayLeaveOut: boolean): boolean {
  const first = BigInt(chunk[0]?.offset ?? next);
  return first === next || (first > next && mayLeaveOut);
}

function keyOf({ topic, partition }: Partition): string {
  return `${topic} ${partition}`;
}

function sourceOf(topic: string): string {
  return `kafka:${topic}`;
}
