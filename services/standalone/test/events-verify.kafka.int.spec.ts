import { KafkaBus } from '@atomicdb/bus';
import { eventually, seeded, startKafka, type RunningKafka } from '@atomicdb/testing';
import { verify } from '../src/commands/events/verify';
import { History } from './rebuild/history';
import { LiveSide } from './rebuild/live-side';

const consumer = 'attribution:boards:2';
const source = 'kafka:accounts.events.v1';
const patience = { timeoutMs: 120_000 };

describe('verify of a product carried by Kafka', () => {
  let kafka: RunningKafka;
  let live: LiveSide;
  let bus: KafkaBus;

  const faults = async () => (await verify({ roleUrl: live.fresh.roleUrl, brokers: kafka.brokers })).faults;
  const inBoards = <Row extends object>(name: string, text: string, values: readonly unknown[] = []) =>
    live.database('attribution').query<Row>(name, text, values);

  beforeAll(async () => {
    [kafka, live] = await Promise.all([startKafka(), LiveSide.open()]);
    const shape = { partitions: 3, replicationFactor: 1 };
    const onError = () => undefined;
    bus = new KafkaBus({ brokers: kafka.brokers, clientId: 'test-verify', ...shape, onError });
    await live.write(new History(seeded(11), 'v'), 400);
    await live.follow(bus);
  });
  afterAll(async () => {
    await live.close();
    await kafka.stop();
  });

  it('names the events that a consumer has passed on a topic and not applied, and none that lie ahead of it', async () => {
    const accounts = await live.store('accounts').countAll();
    await eventually(async () => {
      const rows = await inBoards(
        'versions-there',
        `select stream from applied_versions where consumer = $1 and owner = 'accounts'`,
        [consumer],
      );
      expect(rows).toHaveLength(accounts);
    }, patience);
    await bus.stop();
    expect(await faults()).toEqual([]);

    // One consumer has lost what it had applied of the accounts, and its place in one partition is set back to the start.
    const gone = await inBoards<{ stream: string }>(
      'lose-versions',
      `delete from applied_versions where consumer = $1 and owner = 'accounts' returning stream`,
      [consumer],
    );
    const [partition] = await inBoards<{ cursor: string }>(
      'set-back',
      `update consumer_progress set cursor = '0' where consumer = $1 and source = $2 and partition = 0
       returning old.cursor`,
      [consumer, source],
    );
    const ahead = Number(partition?.cursor);
    expect(ahead).toBeGreaterThan(0);
    expect(gone.length - ahead).toBeGreaterThan(1);
    const found = await faults();
    expect(found).toHaveLength(gone.length - ahead);
    expect(
      gone.map(
        ({ stream }) => `attribution: ${consumer} has passed ${stream}@1 of accounts and not applied it`,
      ),
    ).toEqual(expect.arrayContaining([...found]));
  });
});
