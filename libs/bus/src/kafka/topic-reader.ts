import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Admin, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { Silence } from './silence';
import { fetchWaitMs, within } from './until';

/** Partition to an offset. */
export type Offsets = ReadonlyMap<number, bigint>;

const stallMs = 60_000;
const watchMs = 25;
const retryMs = 500;

async function asAdmin<T>(kafka: Kafka, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  await within(stallMs, admin.connect());
  try {
    return await within(stallMs, ask(admin));
  } finally {
    await admin.disconnect();
  }
}

async function readEnds(admin: Admin, topic: string): Promise<Map<number, bigint>> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
}

/** The offset after the last acknowledged message of each partition, before any transaction that is still open. */
export function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, bigint>> {
  return asAdmin(kafka, (admin) => readEnds(admin, topic));
}

/** As above; nothing where there is no such topic. */
export function endOffsetsIfThere(kafka: Kafka, topic: string): Promise<Map<number, bigint>> {
  return asAdmin(kafka, async (admin) => {
    const topics = await admin.listTopics();
    return topics.includes(topic) ? readEnds(admin, topic) : new Map<number, bigint>();
  });
}

async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  await asAdmin(kafka, (admin) => admin.deleteGroups([groupId]));
}

/** Reading from offsets to offsets, in a group of its own that is gone afterwards. */
class Reading {
  private readonly next: Map<number, bigint>;
  private readonly silence = new Silence(stallMs);

  constructor(
    private readonly kafka: Kafka,
    private readonly topic: string,
    from: Offsets,
    private readonly to: Offsets,
    private readonly onMessage: (partition: number, message: KafkaMessage) => void,
  ) {
    this.next = new Map([...to.keys()].map((partition) => [partition, from.get(partition) ?? 0n]));
  }

  private isOver(): boolean {
    return [...this.to].every(([partition, end]) => (this.next.get(partition) ?? 0n) >= end);
  }

  /** A coordinator that has just started refuses for a while: tries again as long as something comes now and then. */
  async run(): Promise<void> {
    while (!this.isOver()) {
      try {
        await this.attempt();
      } catch (error) {
        if (this.silence.isTooLong()) throw error;
        await setTimeout(retryMs);
      }
    }
  }

  private async attempt(): Promise<void> {
    // A group of its own each time: one that was left in the middle lets nobody in until its session ends.
    const groupId = `atomicdb.read.${randomUUID()}`;
    const maxWaitTimeInMs = fetchWaitMs;
    const member = this.kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs });
    const crash = new Promise<never>((_resolve, reject) =>
      member.on(member.events.CRASH, ({ payload }) => reject(payload.error)),
    );
    try {
      // What holds only control records, or what was aborted, is not handed over.
      member.on(member.events.END_BATCH_PROCESS, ({ payload }) => this.passTo(payload));
      await within(stallMs, member.connect());
      await member.subscribe({ topics: [this.topic], fromBeginning: true });
      await member.run({ autoCommit: false, eachBatch: (payload) => Promise.resolve(this.take(payload)) });
      for (const [partition, offset] of this.next) {
        member.seek({ topic: this.topic, partition, offset: String(offset) });
      }
      await Promise.race([crash, this.untilOver()]);
    } finally {
      // Of a crash that comes after the end nobody need know.
      crash.catch(() => undefined);
      await member.disconnect().catch(() => undefined);
      await forgetGroup(this.kafka, groupId).catch(() => undefined);
    }
  }

  private take({ batch }: EachBatchPayload): void {
    this.silence.end();
    const { partition } = batch;
    const end = this.to.get(partition) ?? 0n;
    for (const message of batch.messages) {
      const offset = BigInt(message.offset);
      // The first batches may be older than the seek. Offsets may be left out, by a stranger's transaction.
      if (offset < (this.next.get(partition) ?? 0n) || offset >= end) continue;
      this.onMessage(partition, message);
      this.next.set(partition, offset + 1n);
    }
  }

  /** What was fetched reaches to this offset, whatever of it was shown. */
  private passTo({ partition, lastOffset }: { partition: number; lastOffset: string }): void {
    this.silence.end();
    const after = BigInt(lastOffset) + 1n;
    if (after > (this.next.get(partition) ?? after)) this.next.set(partition, after);
  }

  private async untilOver(): Promise<void> {
    while (!this.isOver()) {
      if (this.silence.isTooLong()) throw new Error(`${this.topic}: nothing came for ${stallMs} ms`);
      await setTimeout(watchMs);
    }
  }
}

/** Hands over every message of a topic from the offsets to the offsets, each partition in order. */
export function readTopic(
  kafka: Kafka,
  topic: string,
  range: { readonly from: Offsets; readonly to: Offsets },
  onMessage: (partition: number, message: KafkaMessage) => void,
): Promise<void> {
  return new Reading(kafka, topic, range.from, range.to, onMessage).run();
}
