import type { Owner } from '@atomicdb/events';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { Delivery, Place } from '../delivery';
import { kafkaClient } from '../kafka/client';
import { fromMessage } from '../kafka/message';
import { isAfter } from '../kafka/partition-reader';
import { endOffsets, readTopic } from '../kafka/topic-reader';
import { topicOf } from '../kafka/topics';
import type { Log, LogReader } from './log-reader';

/** Messages fetched at a time: joining a group costs a moment, and they are held in memory. */
const fetched = 20_000n;

/** One partition of a topic, fetched stretch by stretch in groups that are gone afterwards. */
class TopicPartitionReader implements LogReader {
  readonly place: Place;
  private buffer: readonly Delivery[] = [];
  /** What was fetched last, the second exclusive: offsets between them that are not in the buffer hold no event. */
  private fetchedFrom = 0n;
  private fetchedTo = 0n;

  constructor(
    private readonly kafka: Kafka,
    private readonly topic: string,
    owner: Owner,
    private readonly partition: number,
  ) {
    this.place = { owner, source: `kafka:${topic}`, partition, isAfter };
  }

  async read(after: string | null, upTo: string, limit: number): Promise<readonly Delivery[]> {
    const first = nextOf(after);
    const end = BigInt(upTo) + 1n;
    const isNext = ({ cursor }: Delivery) => after === null || isAfter(cursor, after);
    const isFetched = this.fetchedFrom <= first && first < this.fetchedTo;
    this.buffer = isFetched ? this.buffer.filter(isNext) : [];
    this.fetchedFrom = first;
    let from = isFetched ? this.fetchedTo : first;
    // A stranger's transaction may have left a long stretch empty.
    for (; this.buffer.length === 0 && from < end; from = this.fetchedTo) await this.fetch(from, end);
    return this.buffer.slice(0, limit).filter(({ cursor }) => !isAfter(cursor, upTo));
  }

  count(after: string | null, upTo: string): Promise<number> {
    return Promise.resolve(Math.max(0, Number(BigInt(upTo) + 1n - nextOf(after))));
  }

  private async fetch(from: bigint, end: bigint): Promise<void> {
    const to = end - from > fetched ? from + fetched : end;
    const { topic, partition } = this;
    const deliveries: Delivery[] = [];
    const take = (_partition: number, message: KafkaMessage) =>
      deliveries.push({ ...fromMessage({ topic, partition, message }), cursor: message.offset });
    const range = { from: new Map([[partition, from]]), to: new Map([[partition, to]]) };
    await readTopic(this.kafka, topic, range, take);
    [this.buffer, this.fetchedFrom, this.fetchedTo] = [deliveries, from, to];
  }
}

function nextOf(after: string | null): bigint {
  return after === null ? 0n : BigInt(after) + 1n;
}

/** Events carried by Kafka: read from the topics, as the live consumers do. */
export class KafkaLog implements Log {
  private readonly kafka: Kafka;

  constructor(brokers: readonly string[]) {
    this.kafka = kafkaClient(brokers, 'atomicdb-rebuild');
  }

  async readersOf(owners: readonly Owner[]): Promise<readonly LogReader[]> {
    const readers: LogReader[] = [];
    for (const owner of owners) {
      const topic = topicOf(owner);
      for (const partition of (await endOffsets(this.kafka, topic)).keys())
        readers.push(new TopicPartitionReader(this.kafka, topic, owner, partition));
    }
    return readers;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
