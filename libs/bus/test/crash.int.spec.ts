import { runSeed } from '@atomicdb/testing';
import { pointsOf, runCrashes, unharmed } from './crash/run-crashes';

it('processes killed at every named point lose nothing and apply nothing twice, over the embedded bus', async () => {
  const deaths = pointsOf(null);
  const outcome = await runCrashes({ brokers: null, deaths, seed: runSeed('crash points') });
  expect(outcome).toMatchObject({ ...unharmed, killed: deaths.length });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
