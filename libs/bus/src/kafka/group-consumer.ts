import { ownerOf } from '@atomicdb/events';
import { progress } from '@atomicdb/event-store';
import type { Consumer as KafkaConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import { asLeader } from '../as-leader';
import { applyBatch, defaultBatchSize } from '../apply-batch';
import type { Consumer, ConsumerStatus } from '../bus';
import { pause } from '../pause';
import { Pulse } from '../pulse';
import { fromMessage } from './message';
import { topicOf } from './topics';

const restartMs = 1_000;

export function isAfter(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}

/**
 * One member of a consumer's group. The place to read from is the one in the database, never Kafka's: a batch that
 * starts elsewhere is not applied, the member seeks instead.
 */
export class GroupConsumer {
  private readonly pulse: Pulse;
  private crashed: () => void = () => undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly consumer: Consumer,
    private readonly onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(consumer.name, onError);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  /** kafkajs consumers can die for good while the process lives: a new one takes over. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await asLeader(this.consumer, signal, (whileLeading) => this.consumeAsMember(whileLeading));
      } catch (error) {
        this.pulse.fail(error);
      }
      if (!signal.aborted) await pause(restartMs, signal);
    }
  }

  private async consumeAsMember(signal: AbortSignal): Promise<void> {
    const member = this.newMember();
    try {
      await this.consumeUntilCrash(member, signal);
    } finally {
      await member.disconnect().catch(this.onError);
    }
  }

  private newMember(): KafkaConsumer {
    return this.kafka.consumer({
      groupId: `atomicdb.${this.consumer.name}`,
      allowAutoTopicCreation: false,
      sessionTimeout: 30_000,
      maxBytesPerPartition: 262_144,
      retry: { retries: 5 },
    });
  }

  private async consumeUntilCrash(member: KafkaConsumer, signal: AbortSignal): Promise<void> {
    const crash = new Promise<void>((resolve) => {
      this.crashed = resolve;
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    // A first try may find the coordinator loading; without events no batch would ever take that back.
    member.on(member.events.GROUP_JOIN, () => this.pulse.beat());
    member.on(member.events.CRASH, ({ payload }) => {
      this.pulse.fail(payload.error);
      if (!payload.restart) this.crashed();
    });
    const topics = [...new Set(this.consumer.types.map((type) => topicOf(ownerOf(type))))];
    await member.connect();
    await member.subscribe({ topics, fromBeginning: true });
    await member.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.eachBatch(member, payload),
    });
    await crash;
    await member.stop();
  }

  private async eachBatch(member: KafkaConsumer, payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, isRunning, isStale } = payload;
    const source = `kafka:${batch.topic}`;
    const next = await this.nextOffset(source, batch.partition);
    const first = batch.messages[0]?.offset;
    if (first === undefined) return;
    if (BigInt(first) !== next) {
      member.seek({ topic: batch.topic, partition: batch.partition, offset: String(next) });
      return;
    }
    const chunkSize = this.consumer.batchSize ?? defaultBatchSize;
    for (let start = 0; start < batch.messages.length; start += chunkSize) {
      if (!isRunning() || isStale()) return;
      const chunk = batch.messages.slice(start, start + chunkSize);
      const deliveries = chunk.map((message) => ({
        ...fromMessage({ topic: batch.topic, partition: batch.partition, message }),
        cursor: message.offset,
      }));
      const place = { source, partition: batch.partition, isAfter, onSetAside: this.onError };
      await applyBatch(this.consumer, place, deliveries);
      resolveOffset(chunk.at(-1)?.offset ?? first);
      this.pulse.beat();
      await heartbeat();
    }
  }

  private async nextOffset(source: string, partition: number): Promise<bigint> {
    const { database, name } = this.consumer;
    const cursors = await database.transaction((tx) => progress.readCursors(tx, name, source));
    const cursor = cursors.get(partition);
    return cursor === undefined ? 0n : BigInt(cursor) + 1n;
  }
}
