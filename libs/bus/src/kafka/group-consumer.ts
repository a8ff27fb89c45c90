import { ownerOf } from '@atomicdb/events';
import type { Consumer as KafkaConsumer, Kafka } from 'kafkajs';
import { Applier } from '../applier';
import type { Consumer, ConsumerStatus } from '../bus';
import { keepConsuming } from '../keep-consuming';
import { Pulse } from '../pulse';
import { Membership } from './membership';
import { PartitionReader } from './partition-reader';
import { endOffsets } from './topic-reader';
import { topicOf } from './topics';
import { fetchWaitMs, untilAborted } from './until';

const restartMs = 1_000;
const heartbeatMs = 3_000;

export interface MemberOptions {
  /** Silence after which the group takes the member for dead. */
  readonly sessionTimeoutMs: number;
}

/** One member of a consumer's group. */
export class GroupConsumer {
  private readonly pulse: Pulse;
  private readonly applier: Applier;

  constructor(
    private readonly kafka: Kafka,
    private readonly consumer: Consumer,
    private readonly options: MemberOptions,
    private readonly onError: (error: unknown) => void,
  ) {
    this.pulse = new Pulse(consumer.name, onError, { limitMs: consumer.transactionLimitMs });
    this.applier = new Applier(consumer, this.pulse);
  }

  status(): ConsumerStatus {
    return this.pulse.status();
  }

  /** kafkajs consumers can die for good while the process lives: a new one takes over. */
  run(signal: AbortSignal): Promise<void> {
    const { consumer, applier, pulse } = this;
    return keepConsuming({ consumer, applier, pulse, pauseMs: restartMs }, signal, (ending) =>
      this.consumeAsMember(ending),
    );
  }

  private async consumeAsMember(signal: AbortSignal): Promise<void> {
    const member = this.newMember();
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const membership = new Membership(member, ending.signal);
    try {
      // A broker that does not answer must not hold up the end.
      await Promise.race([this.consume(member, membership, ending), untilAborted(ending.signal)]);
    } finally {
      end();
      signal.removeEventListener('abort', end);
      await membership.leave().catch(this.onError);
    }
  }

  private newMember(): KafkaConsumer {
    const { sessionTimeoutMs } = this.options;
    return this.kafka.consumer({
      groupId: `atomicdb.${this.consumer.name}`,
      allowAutoTopicCreation: false,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: Math.min(heartbeatMs, sessionTimeoutMs / 3),
      maxBytesPerPartition: 262_144,
      maxWaitTimeInMs: fetchWaitMs,
      // Whatever it was, this class makes the new member: one way back, whether kafkajs knows the fault or not.
      retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  private async consume(
    member: KafkaConsumer,
    membership: Membership,
    ending: AbortController,
  ): Promise<void> {
    const reader = new PartitionReader(this.consumer, this.applier, this.pulse, ending.signal, (topic) =>
      endOffsets(this.kafka, topic),
    );
    member.on(member.events.GROUP_JOIN, () => {
      reader.forgetPlaces();
      // A first try may find the coordinator loading; without events no batch would ever take that back.
      this.pulse.beat();
    });
    member.on(member.events.CRASH, ({ payload }) => {
      this.pulse.fail(payload.error);
      ending.abort();
    });
    const topics = [...new Set(this.consumer.types.map((type) => topicOf(ownerOf(type))))];
    await membership.join(
      { topics, fromBeginning: true },
      {
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => reader.read(member, payload),
      },
    );
    await untilAborted(ending.signal);
  }
}
