import type { Kafka, Message, Producer } from 'kafkajs';
import { within } from './until';

/** Messages of one round, by the partition the relay chose for them. */
export type Round = ReadonlyMap<number, readonly Message[]>;
/** Partition to the last offset that the broker has acknowledged. */
export type Acknowledged = Map<number, bigint>;
export type Sending = (producer: Producer, topic: string, round: Round) => Promise<Acknowledged>;

/** Far below the broker's limit of 1 MiB a batch (message.max.bytes), which counts keys and headers too. */
const mostBytesASend = 524_288;
/** What a message needs beside its value: key, headers and lengths. */
const bytesBeside = 512;
/** Past it the producer is given up: the broker's own answer comes within 30 s, or never. */
const sendDeadlineMs = 20_000;
const connectDeadlineMs = 30_000;

/** Splits messages in order, each part small enough for one send; a message that is bigger goes alone. */
export function partsOf(messages: readonly Message[], most = mostBytesASend): Message[][] {
  const parts: Message[][] = [];
  let size = most;
  for (const message of messages) {
    const bytes = (message.value?.length ?? 0) + bytesBeside;
    if (size + bytes > most) {
      parts.push([]);
      size = 0;
    }
    size += bytes;
    parts.at(-1)?.push(message);
  }
  return parts;
}

/**
 * Each send holds messages of one partition and only one is in flight for it, partitions side by side: kafkajs loses
 * acknowledged messages otherwise when leaders move. Waits for every send, then throws what the first failed one threw.
 */
export const onePartitionASend =
  (deadlineMs: number): Sending =>
  async (producer, topic, round) => {
    const acknowledged: Acknowledged = new Map();
    const send = async (partition: number, messages: readonly Message[]) => {
      for (const part of partsOf(messages)) {
        const sent = producer.send({ topic, acks: -1, messages: part, timeout: deadlineMs });
        const [answer] = await within(deadlineMs, sent);
        const first = BigInt(answer?.baseOffset ?? -1);
        if (first >= 0n) acknowledged.set(partition, first + BigInt(part.length) - 1n);
      }
    };
    const outcomes = await Promise.allSettled(
      [...round].map(([partition, messages]) => send(partition, messages)),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return acknowledged;
  };

/** A producer that is used until its first fault: one that failed once may never heal (out of order sequence number). */
export class Publisher {
  private constructor(
    private readonly producer: Producer,
    private readonly topic: string,
    private readonly sending: Sending,
  ) {}

  static async connect(
    kafka: Kafka,
    topic: string,
    sending: Sending = onePartitionASend(sendDeadlineMs),
  ): Promise<Publisher> {
    const producer = kafka.producer({
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
    await within(connectDeadlineMs, producer.connect());
    return new Publisher(producer, topic, sending);
  }

  send(round: Round): Promise<Acknowledged> {
    return this.sending(this.producer, this.topic, round);
  }

  disconnect(): Promise<void> {
    return within(connectDeadlineMs, this.producer.disconnect());
  }
}
