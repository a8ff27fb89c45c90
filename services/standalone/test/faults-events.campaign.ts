import type { Consumer } from '@atomicdb/bus';
import { machine, runSeed, writeResult } from '@atomicdb/testing';
import { runStorm, type StormReport } from './rebuild/storm';

const settleMs = 300_000;
const rounds = 10;
const events = 2_000;
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Boards that forget what was retracted before it came. */
function forgetful(consumer: Consumer): Consumer {
  if (consumer.name !== 'attribution:boards:2') return consumer;
  return {
    ...consumer,
    async flush(tx) {
      await tx.query('', 'delete from retracted_passes');
      await consumer.flush?.(tx);
    },
  };
}

it('notices a projection that depends on the order of the events', async () => {
  const seed = runSeed('events in a storm, mutant');
  const report = await runStorm({ seed, events: 2_000, rounds: 1, settleMs, say, mutant: forgetful });
  const [round] = report.rounds;
  const differing = Object.keys(round?.plain ?? {}).filter(
    (table) => round?.plain[table] !== round?.stormy[table],
  );
  expect(differing).toEqual(expect.arrayContaining(['attribution.retracted_passes']));
  expect(differing.filter((table) => !table.startsWith('attribution.'))).toEqual([]);
});

const whole = new Intl.NumberFormat('en');

function page(seed: number, { counts, rounds: all }: StormReport): string[] {
  const tables = Object.keys(all[0]?.plain ?? {}).length;
  const count = (number: number) => whole.format(number);
  return [
    '# Events in a storm',
    '',
    `Written by \`npm run test:faults -- events\` on ${machine()}, seed ${seed}: a history of ${count(counts.events)} events is`,
    'applied by every projection twice, plainly and through a feed that mixes streams and topics, repeats, comes late, starts',
    'again from zero and holds what no store would write. In every second round real events come unreadable (of a newer',
    'version, of an unknown type, damaged), and are mended and released at its end.',
    '',
    `- delivered ${count(counts.deliveries)} times: ${count(counts.duplicates)} duplicates, ${count(counts.late)} behind a later version of their stream`,
    `- progress set back to zero ${counts.setBack} times under running consumers and ${counts.restarted} times with a restart`,
    `- planted: ${count(counts.planted)} events of unknown type, of a newer version, damaged, oversized, forged or behind a gap`,
    `- unreadable for a while: ${count(counts.unreadable)} real events; letters mended and released: ${count(counts.released)}`,
    `- ${tables} tables equal by hash after each of ${all.length} rounds; dead letters exactly as planted, ${count(all.at(-1)?.lettersLeft.length ?? 0)} at the end`,
  ];
}

it('every projection comes to the same tables and to exactly the planted dead letters', async () => {
  const seed = runSeed('events in a storm');
  const report = await runStorm({ seed, events, rounds, settleMs, say });
  for (const round of report.rounds) {
    expect(round.letters).toEqual(round.expectedLetters);
    expect(round.stormy).toEqual(round.plain);
    expect(round.lettersLeft).toEqual(round.expectedLeft);
  }
  expect(Object.values(report.counts).filter((count) => count === 0)).toEqual([]);
  writeResult('faults-events', page(seed, report));
});
