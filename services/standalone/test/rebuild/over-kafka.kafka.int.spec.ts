import { KafkaBus, KafkaLog, rebuildTables } from '@atomicdb/bus';
import { encodeMessage, encodePayload, eventId } from '@atomicdb/events';
import { eventOf, eventually, seeded, startKafka, type RunningKafka } from '@atomicdb/testing';
import { Kafka, logLevel } from 'kafkajs';
import { verify, type Report } from '../../src/commands/events/verify';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { expectedLetters, lettersOf } from './letters';
import { LiveSide } from './live-side';
import { owners, plantedEvents, type Carried } from './planted-events';
import { Writing } from './under-fire';

const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };
const timeoutMs = 120_000;
const onError = () => undefined;
const shape = { partitions: 2, replicationFactor: 1 };

describe('a product carried by Kafka', () => {
  let kafka: RunningKafka;
  let live: LiveSide;
  let bus: KafkaBus;
  let beforeItsStart: Report;
  const history = new History(seeded(7), 'k');

  const verified = () => verify({ roleUrl: live.fresh.roleUrl, brokers: kafka.brokers });

  beforeAll(async () => {
    // A broker of its own: what others write to the topics of the same names would be read too.
    [kafka, live] = await Promise.all([startKafka(), LiveSide.open()]);
    bus = new KafkaBus({ brokers: kafka.brokers, clientId: 'test-rebuild', ...shape, onError });
    await live.write(history, 600);
    beforeItsStart = await verified();
    await live.follow(bus);
  });

  afterAll(async () => {
    await live.close();
    await kafka.stop();
  });

  /** Throws where a table differs from the live one at the moment they are compared; gives the tables that were. */
  async function rebuildAll(): Promise<string[][]> {
    const log = new KafkaLog(kafka.brokers);
    const { signal } = new AbortController();
    const rebuilt: string[][] = [];
    for (const what of rebuildables) {
      const options = { url: live.fresh.roleUrl, log, watch, code: 'test', signal };
      const { tables } = await rebuildTables(what, options);
      rebuilt.push(tables.map(({ table }) => table));
    }
    return rebuilt;
  }

  it('is rebuilt from its topics, to tables equal to the live ones, while events are written', async () => {
    const count = async (service: string, table: string) =>
      live.database(service).query(`count-${table}`, `select count(*)::int as n from ${table}`);
    const hasFollowed = async () => {
      expect(await count('attribution', 'stamps')).toEqual(await count('analyses', 'passes'));
      expect(await count('backing', 'backed_values')).toEqual(await count('positions', 'positions'));
    };
    await eventually(hasFollowed, { timeoutMs });
    const written = history.events;
    const writing = new Writing(live, history);
    writing.start();
    const rebuilt = await rebuildAll().finally(() => writing.stop());
    expect(rebuilt).toEqual(rebuildables.map(({ tables }) => tables));
    expect(history.events).toBeGreaterThan(written);
    await eventually(hasFollowed, { timeoutMs });
  });

  it('is verified before its first start, when there are no topics', () => {
    expect(beforeItsStart.faults).toEqual([]);
    expect(beforeItsStart.looked).toContain('queue.events.v1: 0 messages, 0 of them a second time');
  });

  it('is verified against its topics, and an event that is missing there is named', async () => {
    const queue = live.store('queue');
    const events = await queue.countAll();
    await eventually(
      async () => {
        const { looked, faults } = await verified();
        expect(looked).toContain(`queue.events.v1: ${events} messages, 0 of them a second time`);
        expect(faults).toEqual([]);
      },
      { timeoutMs },
    );
    await bus.stop();

    // As if a relay had passed over it.
    const released = eventOf('LeaseReleased', { requestId: 'lost', position: 'atomic:k', reason: 'abort' });
    await queue.database.query(
      'plant-lost',
      `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
       values ($1, 'request-lost', 1, 'LeaseReleased', 1, now(), 1, $2)`,
      [eventId('queue', 'request-lost', 1), Buffer.from(encodePayload(released))],
    );
    const moved = await queue.database.query(
      'pass-over',
      `update consumer_progress set cursor = $1 where source = 'queue.events.v1' returning consumer`,
      [await queue.lastCursor()],
    );
    expect(moved).toHaveLength(1);
    expect((await verified()).faults).toEqual(['queue.events.v1: request-lost@1 is not on the topic']);
  });

  it('keeps its tables when all is delivered again from zero, repeated in another partition, with garbage between: letters equal what was planted', async () => {
    const before = { tables: await live.hashes(), places: await places() };
    for (const { name, database } of live.consumers)
      await database.query('', 'delete from consumer_progress where consumer = $1', [name]);
    const planted = plantedEvents(1);
    for (const owner of owners) {
      const { events } = await live.store(owner).readFeed('0:0', 200);
      const foreign = planted.filter((one) => one.owner === owner).map(({ carried }) => carried);
      await send(`${owner}.events.v1`, [...events.toReversed(), ...foreign]);
    }
    await live.follow(new KafkaBus({ brokers: kafka.brokers, clientId: 'test-storm', ...shape, onError }));
    const letters = expectedLetters(planted, { consumers: live.consumers, unusable: history.unusable });
    await eventually(async () => expect(await lettersOf(live)).toEqual(letters), { timeoutMs });
    await eventually(async () => expect(await places()).toEqual(before.places), { timeoutMs });
    expect(await live.hashes()).toEqual(before.tables);
  });

  /** How far each consumer is in the partition that the storm leaves alone. */
  async function places(): Promise<string[]> {
    const rows = live.consumers.map(({ name, database }) =>
      database.query<{ place: string }>(
        'places',
        `select concat_ws(' ', consumer, source, cursor) as place from consumer_progress
          where consumer = $1 and source like 'kafka:%' and partition = ${shape.partitions - 1}`,
        [name],
      ),
    );
    return (await Promise.all(rows))
      .flat()
      .map(({ place }) => place)
      .toSorted();
  }

  /** Into the first partition, in this order. */
  async function send(topic: string, events: readonly Carried[]): Promise<void> {
    const producer = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    const messages = events.map(({ envelope, payload }) => ({
      partition: 0,
      key: envelope.stream,
      value: Buffer.from(encodeMessage({ ...envelope, payload })),
    }));
    for (const message of messages) await producer.send({ topic, messages: [message] });
    await producer.disconnect();
  }
});
