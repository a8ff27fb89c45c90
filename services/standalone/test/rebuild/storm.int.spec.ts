import { runSeed } from '@atomicdb/testing';
import { runStorm } from './storm';

const settleMs = 30_000;

/** The long form is `npm run test:faults -- events`. */
it('gives the same tables and exactly the planted dead letters whatever order, repeats and garbage events come in', async () => {
  const seed = runSeed('events in a storm');
  const { counts, rounds } = await runStorm({ seed, events: 400, rounds: 2, settleMs, say: () => undefined });
  for (const round of rounds) {
    expect(round.letters).toEqual(round.expectedLetters);
    expect(round.stormy).toEqual(round.plain);
    expect(round.lettersLeft).toEqual(round.expectedLeft);
  }
  expect(Object.values(rounds.at(-1)?.plain ?? {}).filter((hash) => hash.startsWith('0 '))).toEqual([]);
  expect(Object.values(counts).filter((count) => count === 0)).toEqual([]);
});
