import type { Consumer as KafkaConsumer, ConsumerRunConfig, ConsumerSubscribeTopics } from 'kafkajs';
import { goodbyeMs, within } from './until';

/**
 * A kafkajs consumer that is told to leave while it joins (2.2.4) forgets that it was told, joins all the same, and
 * holds its partitions as long as the process lives, reading them again and again. So it leaves once it has joined.
 */
export class Membership {
  private joining: Promise<void> = Promise.resolve();

  constructor(
    private readonly member: KafkaConsumer,
    private readonly signal: AbortSignal,
  ) {}

  /** Resolves once the group has taken it in, or the signal came before. Throws when the broker refuses. */
  async join(topics: ConsumerSubscribeTopics, config: ConsumerRunConfig): Promise<void> {
    await this.member.connect();
    await this.member.subscribe(topics);
    // It was told to leave before it was connected.
    if (this.signal.aborted) return this.member.disconnect();
    this.joining = this.member.run(config);
    await this.joining;
  }

  /** Throws when that takes too long; it leaves all the same as soon as it can. */
  leave(): Promise<void> {
    const over = this.joining.catch(() => undefined);
    return within(
      goodbyeMs,
      over.then(() => this.member.disconnect()),
    );
  }
}
