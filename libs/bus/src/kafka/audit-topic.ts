import { createHash } from 'node:crypto';
import type { EventStore, StreamSum } from '@atomicdb/event-store';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { fromMessage } from './message';
import { quietIdleConnections } from './quiet-queue';
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
    const place = `${stream}@${version}`;
    this.messages += 1;
    if (envelope.producer !== this.owner || version < 1) {
      this.faults.foreign.push(`partition ${partition}, offset ${message.offset}`);
      return;
    }
    this.onEvent({ partition, offset: BigInt(message.offset), stream, version });
    if (partition !== partitionOf(stream, this.partitions)) this.faults.misplaced.push(place);
    const seen = this.seen.get(stream) ?? { last: 0, versions: new Set(), sum: 0 };
    this.seen.set(stream, seen);
    if (seen.versions.has(version)) {
      this.faults.repeated.push(place);
      return;
    }
    if (version < seen.last) this.faults.disordered.push(place);
    seen.versions.add(version);
    seen.last = Math.max(seen.last, version);
    if (version <= (this.sums.get(stream)?.events ?? 0)) seen.sum += sumOf(payload);
  }

  result(): TopicAudit {
    const missing: string[] = [];
    const different: string[] = [];
    for (const [stream, { events, sum }] of this.sums) {
      const seen = this.seen.get(stream);
      const before = missing.length;
      for (let version = 1; version <= events; version += 1) {
        if (!seen?.versions.has(version)) missing.push(`${stream}@${version}`);
      }
      if (missing.length === before && seen?.sum !== sum) different.push(stream);
    }
    return { topic: topicOf(this.owner), messages: this.messages, missing, different, ...this.faults };
  }
}

function connect(brokers: readonly string[]): Kafka {
  quietIdleConnections();
  return new Kafka({ brokers: [...brokers], clientId: 'atomicdb-audit', logLevel: logLevel.NOTHING });
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
  return auditor.result();
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
