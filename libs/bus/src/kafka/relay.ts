import {
  progress,
  type EventStore,
  type FeedBatch,
  type FeedCursor,
  type Leadership,
} from '@atomicdb/event-store';
import type { Kafka, Message, Producer } from 'kafkajs';
import { Bell } from '../bell';
import { pause } from '../pause';
import { toMessage } from './message';
import { partitionOf, topicOf } from './topics';

const batchSize = 500;
const pollMs = 250;
const leadershipMs = 1_000;
const retryMs = 500;
const consumerName = 'relay';

/** Publishes one store's events to its topic; one leader at a time among the replicas of the service. */
export class Relay {
  private producer: Producer | null = null;
  private readonly bell = new Bell();
  private readonly topic: string;

  constructor(
    private readonly kafka: Kafka,
    private readonly store: EventStore,
    private readonly partitions: number,
    private readonly onError: (error: unknown) => void,
  ) {
    this.topic = topicOf(store.owner);
    store.onCommitted(() => this.bell.ring());
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const leadership = await this.store.database.tryLeadership(consumerName);
        if (leadership) await this.lead(leadership, signal);
        else await pause(leadershipMs, signal);
      } catch (error) {
        this.onError(error);
        await pause(retryMs, signal);
      }
    }
  }

  private async lead(leadership: Leadership, signal: AbortSignal): Promise<void> {
    try {
      let cursor = await this.readCursor();
      while (leadership.held() && !signal.aborted) {
        const batch = await this.store.readFeed(cursor, batchSize);
        if (batch.events.length > 0) cursor = await this.publish(batch, cursor);
        else await this.bell.wait(pollMs, signal);
      }
    } finally {
      // A producer that failed once may never heal (out of order sequence number): the next round makes a new one.
      await this.producer?.disconnect().catch(this.onError);
      this.producer = null;
      await leadership.release().catch(this.onError);
    }
  }

  /** Each send holds messages of one partition and only one is in flight for it: kafkajs loses acknowledged messages otherwise. */
  private async publish(batch: FeedBatch, before: FeedCursor): Promise<FeedCursor> {
    const producer = await this.connected();
    const byPartition = new Map<number, Message[]>();
    for (const { envelope, payload } of batch.events) {
      const partition = partitionOf(this.topic, envelope.stream, this.partitions);
      const messages = byPartition.get(partition) ?? [];
      messages.push(toMessage(envelope, payload, partition));
      byPartition.set(partition, messages);
    }
    const sends = [...byPartition.values()].map((messages) =>
      producer.send({ topic: this.topic, acks: -1, messages }),
    );
    const failed = (await Promise.allSettled(sends)).find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    const cursor = batch.events.at(-1)?.cursor ?? before;
    await this.store.database.transaction((tx) =>
      progress.writeCursor(tx, consumerName, this.topic, 0, cursor),
    );
    return cursor;
  }

  private async connected(): Promise<Producer> {
    if (this.producer) return this.producer;
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      // Chosen by partitionOf; kafkajs asks the partitioner even where the message names its partition.
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
      retry: { retries: 5 },
    });
    await producer.connect();
    this.producer = producer;
    return producer;
  }

  private async readCursor(): Promise<FeedCursor> {
    const stored = await this.store.database.transaction((tx) =>
      progress.readCursors(tx, consumerName, this.topic),
    );
    return stored.get(0) ?? '0:0';
  }
}
