import { randomUUID } from 'node:crypto';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { within } from './until';

/** Partition to an offset. */
export type Offsets = ReadonlyMap<number, bigint>;

const stallMs = 60_000;
const watchMs = 1_000;

/** The offset after the last acknowledged message of each partition. */
export async function endOffsets(kafka: Kafka, topic: string): Promise<Map<number, bigint>> {
  const admin = kafka.admin();
  await within(stallMs, admin.connect());
  try {
    const offsets = await within(stallMs, admin.fetchTopicOffsets(topic));
    return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
  } finally {
    await admin.disconnect();
  }
}

async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.deleteGroups([groupId]);
  } finally {
    await admin.disconnect();
  }
}

/** Reading from offsets to offsets, in a group of its own that is gone afterwards. */
class Reading {
  private readonly groupId = `atomicdb.read.${randomUUID()}`;
  private readonly next: Map<number, bigint>;
  private lastNews = Date.now();

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

  async run(): Promise<void> {
    if (this.isOver()) return;
    const member = this.kafka.consumer({ groupId: this.groupId, allowAutoTopicCreation: false });
    try {
      await within(stallMs, member.connect());
      await member.subscribe({ topics: [this.topic], fromBeginning: true });
      const crashed = new Promise<never>((_resolve, reject) =>
        member.on(member.events.CRASH, ({ payload }) => reject(payload.error)),
      );
      await member.run({ autoCommit: false, eachBatch: (payload) => Promise.resolve(this.take(payload)) });
      for (const [partition, offset] of this.next) {
        member.seek({ topic: this.topic, partition, offset: String(offset) });
      }
      await Promise.race([crashed, this.untilOver()]);
    } finally {
      await member.disconnect();
      await forgetGroup(this.kafka, this.groupId).catch(() => undefined);
    }
  }

  private take({ batch }: EachBatchPayload): void {
    this.lastNews = Date.now();
    const { partition } = batch;
    const end = this.to.get(partition) ?? 0n;
    for (const message of batch.messages) {
      const offset = BigInt(message.offset);
      // The first batches may be older than the seek.
      if (offset !== this.next.get(partition) || offset >= end) continue;
      this.onMessage(partition, message);
      this.next.set(partition, offset + 1n);
    }
  }

  private async untilOver(): Promise<void> {
    while (!this.isOver()) {
      if (Date.now() - this.lastNews > stallMs)
        throw new Error(`${this.topic}: nothing came for ${stallMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(watchMs, 50)));
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
