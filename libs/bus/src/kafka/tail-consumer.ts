import { randomUUID } from 'node:crypto';
import { ownerOf } from '@atomicdb/events';
import type { Consumer as KafkaConsumer, Kafka } from 'kafkajs';
import type { ConsumerStatus, Tail } from '../bus';
import { pause } from '../pause';
import { Pulse } from '../pulse';
import { showTail } from '../show-tail';
import { Membership } from './membership';
import { fromMessage, type MessagePlace } from './message';
import { endOffsets } from './topic-reader';
import { topicOf } from './topics';
import { fetchWaitMs, untilAborted } from './until';

const restartMs = 1_000;

/**
 * Reads the topics from now on, in a group of its own: every replica sees every event. Where it stands is kept here and
 * not in the group, so that the next member goes on where the last one stopped, in a group of its own again: one that
 * was left in the middle lets nobody in until the session of the lost member ends.
 */
export class TailConsumer {
  private readonly topics: readonly string[];
  private readonly pulse: Pulse;
  /** Topic to partition to the offset that comes next. */
  private readonly places = new Map<string, Map<number, bigint>>();
  private readonly firstJoin = new AbortController();

  constructor(
    private readonly kafka: Kafka,
    private readonly tail: Tail,
    private readonly onError: (error: unknown) => void,
  ) {
    this.topics = [...new Set(tail.types.map((type) => topicOf(ownerOf(type))))];
    this.pulse = new Pulse(tail.name, onError);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  /** Waits until its group has joined for the first time, for the time at most, or until the signal. */
  untilJoined(ms: number, signal: AbortSignal): Promise<void> {
    return pause(ms, AbortSignal.any([signal, this.firstJoin.signal]));
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.followAsMember(signal);
      } catch (error) {
        this.pulse.fail(error);
      }
      await pause(restartMs, signal);
    }
  }

  /** Now is here, once for all members. */
  private async takePlaces(): Promise<void> {
    for (const topic of this.topics) {
      if (!this.places.has(topic)) this.places.set(topic, await endOffsets(this.kafka, topic));
    }
  }

  private async followAsMember(signal: AbortSignal): Promise<void> {
    const member = this.kafka.consumer({
      groupId: `atomicdb.${this.tail.name}.${randomUUID()}`,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: fetchWaitMs,
      retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
    // Of its own for each member, so that one whose broker failed is told too.
    const ending = new AbortController();
    const membership = new Membership(member, AbortSignal.any([signal, ending.signal]));
    try {
      // A broker that does not answer must not hold up the end.
      await Promise.race([this.follow(member, membership), untilAborted(signal)]);
    } finally {
      ending.abort();
      await membership.leave().catch(this.onError);
    }
  }

  /** Until kafkajs gives the member up. */
  private async follow(member: KafkaConsumer, membership: Membership): Promise<void> {
    await this.takePlaces();
    const crash = new Promise<never>((_resolve, reject) =>
      member.on(member.events.CRASH, ({ payload }) => reject(payload.error)),
    );
    // It may come while nobody waits for it yet.
    crash.catch(() => undefined);
    member.on(member.events.GROUP_JOIN, () => this.join(member));
    await membership.join(
      { topics: [...this.topics] },
      { autoCommit: false, eachMessage: (place) => Promise.resolve(this.hand(place)) },
    );
    await crash;
  }

  /** Before the first fetch of a generation: kafkajs would go to the end of the topic. */
  private join(member: KafkaConsumer): void {
    for (const [topic, partitions] of this.places) {
      for (const [partition, offset] of partitions) member.seek({ topic, partition, offset: String(offset) });
    }
    this.pulse.beat();
    if (this.firstJoin.signal.aborted) return;
    this.tail.joined?.();
    this.firstJoin.abort();
  }

  private hand(place: MessagePlace): void {
    const { topic, partition, message } = place;
    const offset = BigInt(message.offset);
    const places = this.places.get(topic);
    // The topic no longer had what came next, as after the loss of a broker: kafkajs went to its end.
    if (offset !== places?.get(partition)) this.tail.joined?.();
    places?.set(partition, offset + 1n);
    const { envelope, payload } = fromMessage(place);
    showTail(this.tail, envelope, payload, this.onError);
  }
}
