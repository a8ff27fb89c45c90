import { setMaxListeners } from 'node:events';
import { ownerOf } from '@atomicdb/events';
import type { EventStore } from '@atomicdb/event-store';
import type { Kafka } from 'kafkajs';
import type { Bus, Consumer, ConsumerStatus, Tail, Watched } from '../bus';
import { kafkaClient } from './client';
import { GroupConsumer } from './group-consumer';
import { Relay } from './relay';
import { TailConsumer } from './tail-consumer';
import { ensureTopics, topicOf } from './topics';

const defaultSessionMs = 30_000;
/** Without its tails a process is started all the same: they join when they can. */
const joinWaitMs = 10_000;

export interface KafkaBusOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Fixed when the topics are made. */
  readonly partitions: number;
  readonly replicationFactor: number;
  /** Silence after which a group takes a member for dead; 30 s where absent. */
  readonly sessionTimeoutMs?: number;
  readonly onError: (error: unknown, where: string) => void;
}

/** Kafka through kafkajs: each store is relayed to its owner's topic, each consumer is a group. */
export class KafkaBus implements Bus {
  private readonly kafka: Kafka;
  private readonly stores: EventStore[] = [];
  private readonly consumers: Consumer[] = [];
  private readonly tails: Tail[] = [];
  private readonly watched: Watched[] = [];
  private relays: Relay[] = [];
  private groups: GroupConsumer[] = [];
  private followers: TailConsumer[] = [];
  private readonly ending = new AbortController();
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KafkaBusOptions) {
    setMaxListeners(0, this.ending.signal);
    this.kafka = kafkaClient(options.brokers, options.clientId, {
      logCreator:
        () =>
        ({ namespace, log }) =>
          options.onError(new Error(log.message), `kafkajs ${namespace}`),
    });
  }

  publish(store: EventStore): void {
    this.stores.push(store);
  }

  consume(consumer: Consumer): void {
    this.consumers.push(consumer);
  }

  tail(tail: Tail): void {
    this.tails.push(tail);
  }

  watch(part: Watched): void {
    this.watched.push(part);
  }

  async start(): Promise<void> {
    await this.ensureTopics();
    const { signal } = this.ending;
    const { sessionTimeoutMs = defaultSessionMs } = this.options;
    this.groups = this.consumers.map(
      (consumer) =>
        new GroupConsumer(this.kafka, consumer, { sessionTimeoutMs }, (error) =>
          this.options.onError(error, consumer.name),
        ),
    );
    this.followers = this.tails.map(
      (tail) => new TailConsumer(this.kafka, tail, (error) => this.options.onError(error, tail.name)),
    );
    this.relays = this.stores.map(
      (store) =>
        new Relay(this.kafka, store, this.options.partitions, (error) =>
          this.options.onError(error, `relay ${store.owner}`),
        ),
    );
    this.work = Promise.all([
      ...this.relays.map((relay) => relay.run(signal)),
      ...this.groups.map((group) => group.run(signal)),
      ...this.followers.map((follower) => follower.run(signal)),
    ]);
    await Promise.all(this.followers.map((follower) => follower.untilJoined(joinWaitMs, signal)));
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.work;
  }

  status(): ConsumerStatus[] {
    const parts = [...this.groups, ...this.followers, ...this.relays, ...this.watched];
    return parts.map((each) => each.status());
  }

  private async ensureTopics(): Promise<void> {
    const types = [...this.consumers, ...this.tails].flatMap((consumer) => consumer.types);
    const owners = new Set<string>([...this.stores.map((store) => store.owner), ...types.map(ownerOf)]);
    if (owners.size === 0) return;
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      await ensureTopics(admin, [...owners].map(topicOf), this.options);
    } finally {
      await admin.disconnect();
    }
  }
}
