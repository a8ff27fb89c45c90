import { machine, runSeed, seeded, sharedKafka, writeResult } from '@atomicdb/testing';
import { pointsOf, runCrashes, unharmed, type CrashOutcome } from './crash/run-crashes';

const repetitions = 50;

async function campaign(brokers: readonly string[] | null, seed: number): Promise<CrashOutcome> {
  const random = seeded(seed);
  const once = pointsOf(brokers);
  const all = once.flatMap((point) => Array.from({ length: repetitions }, () => point));
  const order = all.map((point) => ({ point, at: random.next() })).sort((a, b) => a.at - b.at);
  return runCrashes({ brokers, deaths: order.map(({ point }) => point), seed });
}

it('notice a consumer whose effect does not commit with its progress', async () => {
  const deaths = Array.from({ length: 5 }, () => 'after apply, before progress' as const);
  const outcome = await runCrashes({ brokers: null, deaths, seed: runSeed('crash mutant'), mutant: true });
  expect(outcome.seenTwice).toBeGreaterThan(0);
});

const row = (transport: string, { killed, acknowledged, events, ...rest }: CrashOutcome) =>
  `| ${transport} | ${killed} | ${acknowledged} | ${events} | ${rest.lost} | ${rest.unseen} | ${rest.seenTwice} | ${rest.outOfOrder} |`;

it('processes killed 50 times at each named point lose nothing and apply nothing twice, over both transports', async () => {
  const seed = runSeed('crash points');
  const { brokers } = await sharedKafka();
  const [embedded, kafka] = await Promise.all([campaign(null, seed), campaign(brokers, seed)]);
  writeResult('faults-crash', [
    '# Processes killed at named points',
    '',
    `Written by \`npm run test:faults -- crash\` on ${machine()}, seed ${seed}: a process that writes and consumes under`,
    `load is killed ${repetitions} times at each of these points, in random order: ${pointsOf(brokers).join('; ')}.`,
    '',
    '| transport | killed | events acknowledged | in the store | acknowledged and lost | never applied | applied twice | streams out of order |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    row('embedded', embedded),
    row('Kafka', kafka),
  ]);
  expect(embedded).toMatchObject({ ...unharmed, killed: repetitions * pointsOf(null).length });
  expect(kafka).toMatchObject({ ...unharmed, killed: repetitions * pointsOf(brokers).length });
});
