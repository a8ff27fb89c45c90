import { runSeed, sharedKafka } from '@atomicdb/testing';
import { pointsOf, runCrashes, unharmed } from './crash/run-crashes';

it('processes killed at every named point lose nothing and apply nothing twice, over Kafka', async () => {
  const { brokers } = await sharedKafka();
  const deaths = pointsOf(brokers);
  const outcome = await runCrashes({ brokers, deaths, seed: runSeed('crash points over Kafka') });
  expect(outcome).toMatchObject({ ...unharmed, killed: deaths.length });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
