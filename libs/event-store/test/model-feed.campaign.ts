import { machine, runSeed, writeResult } from '@atomicdb/testing';
import { runModel } from './feed/run-model';
import { openScene } from './feed/scene';

const writers = 16;
const events = 50_000;
const readers = ['feed', 'feed', 'feed', 'naive', 'xmin-only'] as const;

describe('the feed, at full length', () => {
  it('gives 50,000 events of 16 writers once each and in stream order to three readers', async () => {
    const seed = runSeed('feed');
    const scene = await openScene();
    const began = Date.now();
    const result = await runModel({ ...scene, seed, writers, events, pauseMs: 40, readers });
    const seconds = ((Date.now() - began) / 1_000).toFixed(0);
    await scene.database.close();
    writeResult('feed', [
      '# The feed under concurrent writers',
      '',
      `Written by \`npm run test:model\` on ${machine()}, seed ${seed}, in ${seconds} s: ${writers} writers, each`,
      'pausing up to 40 ms between two appends and again before the commit, and readers that take batches of random sizes.',
      'The naive reader follows `position > last`; the xmin-only reader also stays below the horizon but follows the',
      'position alone. Both are mutants: they must be caught.',
      '',
      `| reader | events committed | seen | missed | doubled | out of stream order |`,
      `| --- | --- | --- | --- | --- | --- |`,
      ...result.readers.map(
        ({ kind, outcome: { seen, missed, doubled, outOfOrder } }) =>
          `| ${kind} | ${result.written} | ${seen} | ${missed} | ${doubled} | ${outOfOrder} |`,
      ),
    ]);
    const right = { seen: result.written, missed: 0, doubled: 0, outOfOrder: 0 };
    expect(result.readers.slice(0, 3).map(({ outcome }) => outcome)).toEqual([right, right, right]);
    for (const { outcome } of result.readers.slice(3)) expect(outcome.missed).toBeGreaterThan(0);
  });
});
