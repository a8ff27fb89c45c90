import { runSeed } from '@atomicdb/testing';
import { pointsOf, runCrashes, unharmed } from './crash/run-crashes';

it('processes killed at every named point lose nothing and apply nothing twice, over the embedded bus', async () => {
  const deaths = pointsOf(null);
  const outcome = await runCrashes({ brokers: null, deaths, seed: runSeed('crash points') });
  expect(outcome).toMatchObject({ ...unharmed, killed: deaths.length });
  expect(outcome.acknowledged).toBeGreaterThan(0);
});

it('are noticed when the effect of an event does not commit with the progress', async () => {
  // Of the seeds by which a process dies when it first passes the point: the mutant is slow.
  const outcome = await runCrashes({
    brokers: null,
    deaths: ['after apply, before progress'],
    seed: 1,
    mutant: true,
  });
  expect(outcome).toMatchObject({ lost: 0, killed: 1 });
  expect(outcome.seenTwice).toBeGreaterThan(0);
});
