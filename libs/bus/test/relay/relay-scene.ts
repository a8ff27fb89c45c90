import { setTimeout as sleep } from 'node:timers/promises';
import { Database, EventStore } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { eventually, freshDatabase, startKafka } from '@atomicdb/testing';
import { Kafka, logLevel } from 'kafkajs';
import { auditTopic, type TopicAudit } from '../../src/kafka/audit-topic';
import { onePartitionASend, type Sending } from '../../src/kafka/publisher';
import { Relay } from '../../src/kafka/relay';
import { readPlace } from '../../src/kafka/relay-progress';
import { ensureTopics, topicOf } from '../../src/kafka/topics';

const partitions = 6;
const streamCount = 200;
/** The rule of the product; a send whose broker died is given up sooner. */
export const sending = onePartitionASend(5_000);

function registered(stream: string, name: string): DomainEvent {
  return { type: 'AccountRegistered', data: { accountId: stream, name, operator: false } };
}

/** A store of accounts and a relay of it on brokers of its own. */
export class RelayScene {
  readonly store: EventStore;
  private ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private relay: Relay | null = null;
  private isLoading = false;
  private appended = 0;

  private constructor(
    private readonly database: Database,
    private readonly brokers: readonly string[],
    private readonly sending: Sending,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {
    this.store = new EventStore(database, 'accounts');
  }

  static async open(
    brokers: readonly string[],
    replicationFactor: number,
    howToSend = sending,
  ): Promise<RelayScene> {
    const fresh = await freshDatabase(['accounts'], () => Promise.resolve());
    const database = await Database.open({ service: 'accounts', url: fresh.roleUrl('accounts') });
    await database.migrate();
    const scene = new RelayScene(database, brokers, howToSend);
    const admin = scene.kafka().admin();
    await admin.connect();
    await ensureTopics(admin, [topicOf('accounts')], { partitions, replicationFactor });
    await admin.disconnect();
    return scene;
  }

  /** With one broker that nobody else writes to; ends it too. */
  static async openAlone(): Promise<{ scene: RelayScene; brokers: readonly string[]; end(): Promise<void> }> {
    const kafka = await startKafka();
    const scene = await RelayScene.open(kafka.brokers, 1);
    const end = async () => {
      await scene.close();
      await kafka.stop();
    };
    return { scene, brokers: kafka.brokers, end };
  }

  /** Another process of the same service, on the same store. */
  replica(): RelayScene {
    return new RelayScene(this.database, this.brokers, this.sending);
  }

  kafka(): Kafka {
    return new Kafka({ brokers: [...this.brokers], connectionTimeout: 3_000, logLevel: logLevel.NOTHING });
  }

  startRelay(): void {
    this.ending = new AbortController();
    this.relay = new Relay(this.kafka(), this.store, partitions, this.onError, this.sending);
    this.running = this.relay.run(this.ending.signal);
  }

  lastErrorOfRelay(): string | null {
    return this.relay?.status().lastError ?? null;
  }

  async stopRelay(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /** Cuts the connection by which a relay of the store leads; gives how many there were. */
  async cutLeadership(): Promise<number> {
    const cut = await this.database.query(
      'cut-leadership',
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'atomicdb-lead-%/relay' and datname = current_database()`,
    );
    return cut.length;
  }

  /** One transaction of `count` events on each of some streams. */
  async append(round: number, count: number, name = `round ${round}`): Promise<void> {
    const streams = Array.from({ length: 10 }, (_, index) => `account-${(round * 10 + index) % streamCount}`);
    const appendings = streams.map((stream) => ({
      stream,
      expectedVersion: 'any' as const,
      events: Array.from({ length: count }, () => registered(stream, name)),
    }));
    await this.store.transaction(streams, (tx) => this.store.append(tx, appendings));
    this.appended += streams.length * count;
  }

  /** Appends 50 events and pauses, until told to end; gives the number of events. */
  startLoad(pauseMs: number): () => Promise<number> {
    this.isLoading = true;
    const load = async () => {
      for (let round = 0; this.isLoading; round += 1) {
        await this.append(round, 5);
        await sleep(pauseMs);
      }
      return this.appended;
    };
    const loading = load();
    return () => {
      this.isLoading = false;
      return loading;
    };
  }

  /** Waits until the relay has recorded more than it has now. */
  async untilFurther(timeoutMs: number): Promise<void> {
    const place = async () => (await readPlace(this.store, topicOf('accounts'))).cursor;
    const before = await place();
    await eventually(async () => expect(await place()).not.toBe(before), { timeoutMs, everyMs: 50 });
  }

  /** Waits until the relay has recorded everything; others' open transactions hold the feed back for a while. */
  async untilLevel(timeoutMs: number): Promise<void> {
    await eventually(
      async () => {
        const { cursor } = await readPlace(this.store, topicOf('accounts'));
        expect(cursor).toBe(await this.store.lastCursor());
        expect(cursor).not.toBe('0:0');
      },
      { timeoutMs, everyMs: 250 },
    );
  }

  /** Waits until the relay has recorded everything, then compares topic and store. */
  async audit(timeoutMs: number): Promise<TopicAudit> {
    await this.untilLevel(timeoutMs);
    return auditTopic(this.brokers, this.store);
  }

  async deleteTopic(): Promise<void> {
    const admin = this.kafka().admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topicOf('accounts')] });
    await admin.disconnect();
  }

  async close(): Promise<void> {
    this.isLoading = false;
    await this.stopRelay();
    await this.database.close();
  }
}

/** What an audit finds on a topic that is the store to the message. */
export const nothingWrong = {
  missing: [],
  repeated: [],
  disordered: [],
  misplaced: [],
  different: [],
  foreign: [],
};
