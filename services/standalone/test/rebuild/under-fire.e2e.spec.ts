import { runSeed } from '@atomicdb/testing';
import { rebuildUnderFire } from './under-fire';

const settleMs = 120_000;
/** As in the long form: of a machine that does other things too. */
const longestReadMs = 5_000;
const names = ['positions', 'analyses', 'queue', 'attribution', 'backing'];

/** The long form is `npm run test:rebuild`. */
it('gives tables equal by hash while events are written and read, the rebuild killed on its way', async () => {
  const report = await rebuildUnderFire({
    seed: runSeed('rebuild under fire'),
    events: 4_000,
    steps: ['all'],
    kills: [{ step: 'all', when: (output) => output.includes('attribution: comparing') }],
    settleMs,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  expect(report.reads.faults).toEqual([]);
  expect(report.reads.reads).toBeGreaterThan(100);
  expect(report.reads.longestMs).toBeLessThan(longestReadMs);
  expect(report.kills).toBe(1);
  expect(report.figures.some(({ isResumed }) => isResumed)).toBe(true);
  expect(report.writtenMeanwhile).toBeGreaterThan(0);
  expect(report.after).toEqual(report.before);
  expect(report.lettersBefore).toEqual(report.lettersExpected);
  expect(report.lettersAfter).toEqual(report.lettersExpected);
  expect([...new Set(report.figures.map(({ name }) => name))]).toEqual(names);
});
