import { createHash } from 'node:crypto';
import { upkeep, type EventStore, type StreamSum } from '@atomicdb/event-store';
import type { KafkaMessage } from 'kafkajs';
import { envelopeFault } from '../read-event';
import { kafkaClient } from './client';
import { fromMessage } from './message';
import { readPlace } from './relay-progress';
import { endOffsetsIfThere, readTopic } from './topic-reader';
import { partitionOf, topicOf } from './topics';

/** A topic beside the store it is the copy of. Each fault is `stream@version`. */
export interface TopicAudit {
  readonly topic: string;
  readonly messages: number;
  /** Relayed by the record, and not there. */
  readonly missing: readonly string[];
  /** There a second time; consumers pass them over. */
  readonly repeated: readonly string[];
  /** Before an older event of their stream. */
  readonly disordered: readonly string[];
  /** In another partition than that of their key. */
  readonly misplaced: readonly string[];
  /** With another payload than in the store, by stream. */
  readonly different: readonly string[];
  /** Messages that are no events of the store. */
  readonly foreign: readonly string[];
}

/** First 40 bits of the MD5, as streamSums has them. */
function sumOf(payload: Uint8Array): number {
  return parseInt(createHash('md5').update(payload).digest('hex').slice(0, 10), 16);
}

/** An event of the store on its topic. */
export interface AuditedEvent {
  readonly partition: number;
  readonly offset: bigint;
  readonly stream: string;
  readonly version: number;
}

class Auditor {
  private messages = 0;
  private readonly seen = new Map<string, { last: number; versions: Set<number>; sum: number }>();
  private readonly beyond: { stream: string; version: number; foreign: string }[] = [];
  private readonly faults = {
    repeated: [] as string[],
    disordered: [] as string[],
    misplaced: [] as string[],
    foreign: [] as string[],
  };

  constructor(
    private readonly owner: string,
    private readonly partitions: number,
    private readonly sums: ReadonlyMap<string, StreamSum>,
    private readonly onEvent: (event: AuditedEvent) => void,
  ) {}

  take(partition: number, message: KafkaMessage): void {
    const topic = topicOf(this.owner);
    const { envelope, payload } = fromMessage({ topic, partition, message });
    const { stream, version } = envelope;
    this.messages += 1;
    const foreign = `partition ${partition}, offset ${message.offset}`;
    if (envelopeFault(envelope, this.owner) !== null) {
      this.faults.foreign.push(foreign);
      return;
    }
    this.onEvent({ partition, offset: BigInt(message.offset), stream, version });
    if (version > this.headOf(stream)) this.beyond.push({ stream, version, foreign });
    if (partition !== partitionOf(stream, this.partitions))
      this.faults.misplaced.push(`${stream}@${version}`);
    this.follow(stream, version, payload);
  }

  private headOf(stream: string): number {
    return this.sums.get(stream)?.events ?? 0;
  }

  private follow(stream: string, version: number, payload: Uint8Array): void {
    const place = `${stream}@${version}`;
    const seen = this.seen.get(stream) ?? { last: 0, versions: new Set(), sum: 0 };
    this.seen.set(stream, seen);
    if (seen.versions.has(version)) {
      this.faults.repeated.push(place);
      return;
    }
    if (version < seen.last) this.faults.disordered.push(place);
    seen.versions.add(version);
    seen.last = Math.max(seen.last, version);
    if (version <= this.headOf(stream)) seen.sum += sumOf(payload);
  }

  /** Whether there are events beyond what the relay has recorded: written since, or by a stranger. */
  hasMore(): boolean {
    return this.beyond.length > 0;
  }

  /** @param last version of every stream of the store, read after the topic */
  result(last: ReadonlyMap<string, number>): TopicAudit {
    for (const { stream, version, foreign } of this.beyond)
      if (version > (last.get(stream) ?? 0)) this.faults.foreign.push(foreign);
    const missing: string[] = [];
    const different: string[] = [];
    for (const [stream, { events, sum }] of this.sums) {
      const lacking = this.lacking(stream, events);
      missing.push(...lacking);
      if (lacking.length === 0 && this.seen.get(stream)?.sum !== sum) different.push(stream);
    }
    const found = { missing, different, ...this.faults };
    // Partitions come in any order; two audits of one topic are equal.
    for (const places of Object.values(found)) places.sort();
    return { topic: topicOf(this.owner), messages: this.messages, ...found };
  }

  private lacking(stream: string, events: number): string[] {
    const versions = this.seen.get(stream)?.versions;
    return Array.from({ length: events }, (_, index) => index + 1)
      .filter((version) => !versions?.has(version))
      .map((version) => `${stream}@${version}`);
  }
}

const connect = (brokers: readonly string[]) => kafkaClient(brokers, 'atomicdb-audit');

async function lastVersionsOf(store: EventStore): Promise<ReadonlyMap<string, number>> {
  const last = await store.lastCursor();
  return store.database.transaction((tx) => upkeep.lastVersions(tx, last));
}

/** The offset after the last message of each partition; none where the topic was never made. */
export function topicEnds(brokers: readonly string[], topic: string): Promise<Map<number, bigint>> {
  return endOffsetsIfThere(connect(brokers), topic);
}

/**
 * Compares a topic with its store, up to where the relay says it came. Both may be in use. A topic
 * that is not there holds nothing. Throws when the brokers do not answer.
 *
 * @param onEvent told of each message that is an event, partition by partition in order
 */
export async function auditTopic(
  brokers: readonly string[],
  store: EventStore,
  onEvent: (event: AuditedEvent) => void = () => undefined,
): Promise<TopicAudit> {
  const kafka = connect(brokers);
  const topic = topicOf(store.owner);
  const { cursor } = await readPlace(store, topic);
  const to = await endOffsetsIfThere(kafka, topic);
  const auditor = new Auditor(store.owner, to.size, await store.streamSums(cursor), onEvent);
  await readTopic(kafka, topic, { from: new Map(), to }, (partition, message) =>
    auditor.take(partition, message),
  );
  return auditor.result(auditor.hasMore() ? await lastVersionsOf(store) : new Map());
}

/** What is wrong with a topic, in so many words; repeats are not wrong. */
export function faultsOf(audit: TopicAudit): string[] {
  const words = {
    missing: 'is not on the topic',
    disordered: 'comes before an older event of its stream',
    misplaced: 'lies in another partition than that of its key',
    different: 'has another payload than in the store',
    foreign: 'is no event of the store',
  } as const;
  return Object.entries(words).flatMap(([kind, what]) =>
    audit[kind as keyof typeof words].map((place) => `${audit.topic}: ${place} ${what}`),
  );
}
