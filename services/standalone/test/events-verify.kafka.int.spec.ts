import { KafkaBus } from '@atomicdb/bus';
import { eventually, seeded, startKafka, type RunningKafka } from '@atomicdb/testing';
import { verify } from '../src/commands/events/verify';
import { runRebuild } from '../src/commands/rebuild/run-rebuild';
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
    await refusesOtherBrokers();

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

  /** Verify names what it cannot look at, and a rebuild makes nothing of topics that its consumers have not read. */
  async function refusesOtherBrokers(): Promise<void> {
    const { looked } = await verify({ roleUrl: live.fresh.roleUrl, brokers: kafka.brokers });
    expect(looked).toContain('accounts.events.v1: its relay is 0 events behind');
    const blind = await verify({ roleUrl: live.fresh.roleUrl, brokers: null });
    expect(blind.faults).toEqual([
      expect.stringMatching(/^\d+ places of relays and consumers lie on Kafka, .*: give --kafka BROKERS$/),
    ]);
    const rebuild = (brokers?: readonly string[]) => {
      const place = { postgres: live.fresh.superuserUrl, kafka: brokers };
      const command = { names: ['attribution'], place, acceptDifferences: true, dropOld: true };
      const screen = { isTerminal: false, write: () => undefined, now: () => 0 };
      return runRebuild(command, screen, new AbortController().signal);
    };
    const rows = () => inBoards('names', `select account_id, name from account_names order by account_id`);
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);
    await expect(rebuild()).rejects.toThrow(
      'The consumers of attribution read over Kafka, and no brokers are known: give --kafka BROKERS. Nothing was changed.',
    );
    const [{ cursor } = { cursor: '' }] = await inBoards<{ cursor: string }>(
      'set-beyond',
      `update consumer_progress set cursor = '77777' where consumer = $1 and source = $2 and partition = 1
       returning old.cursor`,
      [consumer, source],
    );
    await expect(rebuild(kafka.brokers)).rejects.toThrow(
      /^attribution:boards:2 is at offset 77777 of accounts\.events\.v1\/1, which ends at \d+ on .*: give the brokers of this product with --kafka BROKERS\. Nothing was changed\.$/,
    );
    await inBoards(
      'set-right',
      `update consumer_progress set cursor = $3 where consumer = $1 and source = $2 and partition = 1`,
      [consumer, source, cursor],
    );
    expect(await rows()).toEqual(before);
    expect(await rebuild(kafka.brokers)).toBe(true);
    expect(await rows()).toEqual(before);
  }
});
