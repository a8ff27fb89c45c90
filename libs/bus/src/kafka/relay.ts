import type { EventStore, FeedBatch, FeedCursor, Leadership } from '@atomicdb/event-store';
import type { Kafka, Message } from 'kafkajs';
import { Bell } from '../bell';
import type { ConsumerStatus } from '../bus';
import { pause } from '../pause';
import { Pulse } from '../pulse';
import { AlreadyWritten } from './already-written';
import { toMessage } from './message';
import { Publisher, type Acknowledged, type Round, type Sending } from './publisher';
import { readPlace, relayName, writePlace, writeStart, type RelayPlace } from './relay-progress';
import { endOffsets } from './topic-reader';
import { partitionOf, topicOf } from './topics';

const batchSize = 5_000;
const pollMs = 250;
const leadershipMs = 1_000;
const retryMs = 500;
/** A round of sends that each end within their own limit is over long before. */
const roundLimitMs = 120_000;

/** Publishes one store's events to its topic; one leader at a time among the replicas of the service. */
export class Relay {
  private readonly bell = new Bell();
  private readonly pulse: Pulse;

  constructor(
    private readonly kafka: Kafka,
    private readonly store: EventStore,
    private readonly partitions: number,
    private readonly onError: (error: unknown) => void,
    private readonly sending?: Sending,
  ) {
    this.pulse = new Pulse(`relay ${store.owner}`, onError, { limitMs: roundLimitMs });
    store.onCommitted(() => this.bell.ring());
  }

  /** A replica that stands by while another leads is well. */
  status(): ConsumerStatus {
    return this.pulse.status();
  }

  /** Until the signal; then what is in flight is finished and recorded. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const leadership = await this.store.database.tryLeadership(relayName);
        if (leadership) await this.lead(leadership, signal);
        else await this.standBy(signal);
      } catch (error) {
        this.pulse.fail(error);
        await pause(retryMs, signal);
      }
    }
  }

  private standBy(signal: AbortSignal): Promise<void> {
    this.pulse.beat();
    return pause(leadershipMs, signal);
  }

  /** A new producer and a read from the checkpoint each time: after any fault nothing of the old round is trusted. */
  private async lead(leadership: Leadership, signal: AbortSignal): Promise<void> {
    const topic = topicOf(this.store.owner);
    let publisher: Publisher | null = null;
    try {
      publisher = await Publisher.connect(this.kafka, topic, this.sending);
      const place = await this.placeOn(topic);
      const written = await AlreadyWritten.read(this.kafka, this.store, place);
      const turn = new Turn(this.store, topic, this.partitions, publisher, written, this.pulse);
      await turn.run(
        place,
        () => leadership.held() && !signal.aborted,
        () => this.bell.wait(pollMs, signal),
      );
    } catch (error) {
      // Its ends may lie beyond the recorded ones by now: the next turn could not tell.
      if (error instanceof MadeAnew) await this.beginAnew(topic);
      throw error;
    } finally {
      await publisher?.disconnect().catch(this.onError);
      await leadership.release().catch(this.onError);
    }
  }

  /**
   * Where the topic ends before what was written to it, it was deleted, or a broker lost part of it: what is missing is
   * written again, before anything else, so that it comes to lie where it lay.
   */
  private async placeOn(topic: string): Promise<RelayPlace> {
    const place = await readPlace(this.store, topic);
    const ends = await endOffsets(this.kafka, topic);
    const lost = [...place.offsets].filter(([partition, last]) => (ends.get(partition) ?? 0n) <= last);
    const isEmpty = place.cursor !== '0:0' && [...ends.values()].every((end) => end === 0n);
    if (lost.length === 0 && !isEmpty) return place;
    const where = lost.map(([partition]) => partition).join(', ') || 'all';
    this.onError(
      new Error(
        `${topic} ends before what was written to it (partitions: ${where}): the rest is written again`,
      ),
    );
    await this.beginAnew(topic);
    return readPlace(this.store, topic);
  }

  private async beginAnew(topic: string): Promise<void> {
    const partitions = Array.from({ length: this.partitions }, (_, partition) => partition);
    await writeStart(this.store, topic, partitions);
  }
}

/** What was written lies before what was written to it earlier. */
class MadeAnew extends Error {
  constructor(topic: string) {
    super(`${topic} was made anew while it was written to: what is missing is written again`);
    this.name = 'MadeAnew';
  }
}

/**
 * One turn of leadership. While a round is in flight the next batch is read and the round before is recorded, so that
 * the broker never waits for the database.
 */
class Turn {
  private last = new Map<number, bigint>();

  constructor(
    private readonly store: EventStore,
    private readonly topic: string,
    private readonly partitions: number,
    private readonly publisher: Publisher,
    private readonly written: AlreadyWritten,
    private readonly pulse: Pulse,
  ) {}

  async run(start: RelayPlace, goesOn: () => boolean, news: () => Promise<void>): Promise<void> {
    this.last = new Map(start.offsets);
    let { cursor } = start;
    let batch = await this.read(cursor);
    let record = () => Promise.resolve();
    while (goesOn()) {
      const end = endOf(batch) ?? cursor;
      const round = () => all([this.publish(batch), this.read(end), record()]);
      const [acknowledged, next] = await this.pulse.during(round);
      this.pulse.beat();
      const isNew = end !== cursor;
      record = () => (isNew ? writePlace(this.store, this.topic, end, acknowledged) : Promise.resolve());
      [batch, cursor] = [next, end];
      if (batch.events.length > 0) continue;
      await record();
      record = () => Promise.resolve();
      if (goesOn()) await news();
      batch = await this.read(cursor);
    }
    await record();
  }

  private read(after: FeedCursor): Promise<FeedBatch> {
    return this.store.readFeed(after, batchSize);
  }

  private async publish(batch: FeedBatch): Promise<Acknowledged> {
    const round = this.toRound(batch);
    const acknowledged = await this.publisher.send(round);
    for (const [partition, offset] of acknowledged) {
      const first = offset - BigInt(round.get(partition)?.length ?? 0) + 1n;
      if (first <= (this.last.get(partition) ?? -1n)) throw new MadeAnew(this.topic);
      this.last.set(partition, offset);
    }
    return acknowledged;
  }

  private toRound(batch: FeedBatch): Round {
    const round = new Map<number, Message[]>();
    for (const event of batch.events) {
      if (this.written.take(event)) continue;
      const { envelope, payload } = event;
      const partition = partitionOf(envelope.stream, this.partitions);
      const messages = round.get(partition) ?? [];
      messages.push(toMessage(envelope, payload, partition));
      round.set(partition, messages);
    }
    return round;
  }
}

function endOf(batch: FeedBatch): FeedCursor | undefined {
  return batch.events.at(-1)?.cursor;
}

/** Waits for all of them whatever comes of one, so that nothing goes on after a fault; then throws the first. */
async function all(
  work: [Promise<Acknowledged>, Promise<FeedBatch>, Promise<void>],
): Promise<[Acknowledged, FeedBatch]> {
  await Promise.allSettled(work);
  const [acknowledged, next] = await Promise.all(work);
  return [acknowledged, next];
}
