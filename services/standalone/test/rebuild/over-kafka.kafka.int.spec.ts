import { KafkaBus, KafkaLog, rebuildTables } from '@atomicdb/bus';
import { eventually, seeded, startKafka } from '@atomicdb/testing';
import { rebuildables } from '../../src/commands/rebuild/run-rebuild';
import { History } from './history';
import { LiveSide } from './live-side';

const watch = { folded: () => undefined, phase: () => undefined, report: () => undefined };
const timeoutMs = 60_000;

it('rebuilds what Kafka carries from its topics, to tables equal to the live ones', async () => {
  // A broker of its own: what others write to the topics of the same names would be rebuilt too.
  const kafka = await startKafka();
  const { brokers } = kafka;
  const live = await LiveSide.open();
  const onError = () => undefined;
  try {
    await live.write(new History(seeded(7), 'k'), 600);
    const shape = { partitions: 3, replicationFactor: 1 };
    await live.follow(new KafkaBus({ brokers, clientId: 'test-rebuild', ...shape, onError }));
    const count = async (service: string, table: string) =>
      live.database(service).query(`count-${table}`, `select count(*)::int as n from ${table}`);
    await eventually(
      async () => expect(await count('attribution', 'stamps')).toEqual(await count('analyses', 'passes')),
      { timeoutMs },
    );
    const before = await live.hashes();
    const log = new KafkaLog(brokers);
    for (const what of rebuildables.filter(({ name }) => name === 'attribution')) {
      const signal = new AbortController().signal;
      const result = await rebuildTables(what, { url: live.fresh.roleUrl, log, watch, signal });
      expect(result.events).toBeGreaterThan(20);
    }
    expect((await live.hashes())['attribution.stamps']).toBe(before['attribution.stamps']);
  } finally {
    await live.close();
    await kafka.stop();
  }
});
