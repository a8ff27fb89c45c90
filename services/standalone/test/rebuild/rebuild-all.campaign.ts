import { cpus, loadavg } from 'node:os';
import { machine, runSeed, sharedPostgres, withClient, writeResult } from '@atomicdb/testing';
import { rebuildNames } from '../../src/commands/rebuild/parse-rebuild';
import { rebuildUnderFire, type FireReport, type RebuildFigure } from './under-fire';

const events = Number(process.env['REBUILD_EVENTS'] ?? 1_000_000);
const settleMs = 6_000_000;
const longestReadMs = 5_000;

async function postgresVersion(): Promise<string> {
  const { superuserUrl } = await sharedPostgres();
  return withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  });
}

const whole = new Intl.NumberFormat('en');

function row({ name, events: folded, seconds, isResumed }: RebuildFigure): string {
  const rate = whole.format(Math.round(folded / seconds));
  return `| ${name} | ${whole.format(folded)} | ${seconds} | ${rate} | ${isResumed ? 'yes' : 'no'} |`;
}

async function page(seed: number, report: FireReport): Promise<string[]> {
  const { reads } = report;
  return [
    '# Rebuild under fire',
    '',
    'Written by `npm run test:rebuild`: every projection made again from its events, while events are written and',
    'the live tables are read, some rebuilds killed with -9 on their way.',
    '',
    `- machine: ${machine()}, PostgreSQL ${await postgresVersion()} (fsync off, as in all tests)`,
    `- load average at the end: ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
    `- seed: ${seed}`,
    `- events before the first rebuild: ${whole.format(report.events)}; written meanwhile: ${whole.format(report.writtenMeanwhile)}`,
    `- the live projections took ${whole.format(Math.round(report.liveSeconds))} s for the events before`,
    `- killed: ${report.kills}; broken events planted: ${report.planted}; dead letters: ${report.lettersBefore.length}, exactly those of the broken and the unusable events, the same after`,
    `- reads of the live tables meanwhile, from a process of their own: ${whole.format(reads.reads)}, faults: ${reads.faults.length}, longest ${Math.round(reads.longestMs)} ms`,
    `- tables equal by hash after a further rebuild of all with nobody writing: ${Object.keys(report.after).length}`,
    '',
    '| rebuild | events folded | s | events/s | gone on with |',
    '| --- | --- | --- | --- | --- |',
    ...report.figures.map(row),
    '',
    'One rebuild may fold an event once for each consumer that reads it. The queue has two parts: its own state, and what it knows of passes and closures.',
  ];
}

/** A million events, or REBUILD_EVENTS. */
it('gives every table equal by hash, three rebuilds killed on their way', async () => {
  const seed = runSeed('rebuild under fire');
  const report = await rebuildUnderFire({
    seed,
    events,
    steps: rebuildNames,
    kills: [
      { step: 'positions', when: (output) => output.includes(': switching') },
      { step: 'attribution', when: (output) => output.includes(': comparing') },
      { step: 'backing', when: (output, elapsedMs) => /\([2-9]\d %\)/.test(output) && elapsedMs > 1_000 },
    ],
    settleMs,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  expect(report.reads.faults).toEqual([]);
  expect(report.reads.longestMs).toBeLessThan(longestReadMs);
  expect(report.writtenMeanwhile).toBeGreaterThan(0);
  expect(report.after).toEqual(report.before);
  expect(report.lettersBefore).toEqual(report.lettersExpected);
  expect(report.lettersAfter).toEqual(report.lettersExpected);
  expect(report.kills).toBe(3);
  // The one killed while it switches may have switched.
  const resumed = report.figures.filter(({ isResumed }) => isResumed).map(({ name }) => name);
  expect(resumed).toEqual(expect.arrayContaining(['attribution', 'backing']));
  writeResult('rebuild', await page(seed, report));
});
