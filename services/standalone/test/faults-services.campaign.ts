import { machine, runSeed, seeded, writeResult } from '@atomicdb/testing';
import { verify } from '../src/commands/events/verify';
import { findProduct } from '../src/commands/find-product';
import { untilAtRest } from './campaign/at-rest';
import { audit } from './campaign/audit';
import { Cluster } from './campaign/cluster';
import { everyFault } from './campaign/faults';
import { Load } from './campaign/load';
import { rebuildAll } from './campaign/rebuild-all';

const visitors = 8;
const asksBetweenFaults = 15;
const standstillMs = 120_000;

interface Line {
  readonly fault: string;
  readonly seconds: string;
}

const secondsSince = (began: number) => ((Date.now() - began) / 1_000).toFixed(1);

it('a cluster whose services, database and broker fail under load loses nothing acknowledged and doubles nothing', async () => {
  const random = seeded(runSeed('faults of the services'));
  const cluster = await Cluster.start();
  try {
    const load = await Load.start(cluster.product, random, visitors);
    await load.untilAnswered(asksBetweenFaults);
    const lines: Line[] = [];
    for (const fault of everyFault(cluster.services)) {
      process.stderr.write(`${fault.name}\n`);
      await fault.happen(cluster, random);
      const over = Date.now();
      await load.untilAnswered(asksBetweenFaults);
      lines.push({ fault: fault.name, seconds: secondsSince(over) });
    }
    await load.stop();
    const quiet = Date.now();
    await untilAtRest(cluster.url, cluster.kafka.brokers, standstillMs);
    const restAfter = secondsSince(quiet);
    // Versions, topics beside outboxes, progress beside what was applied: V13 and V14.
    const verified = await verify(await findProduct(cluster.place));
    const audited = await audit(cluster.url, load.acknowledged);
    const rebuilt = await rebuildAll(cluster.place);
    const faults = [...audited, ...verified.faults, ...rebuilt.faults];
    writeResult('faults-services', [
      '# Services, database and broker failing under load',
      '',
      `Written by \`npm run test:faults -- services\` on ${machine()}, seed ${random.seed}: ${visitors} visitors ask, a worker with`,
      'the bundled engine searches, every service is a process over Kafka, PostgreSQL with fsync on.',
      '',
      `${load.acknowledged.size} asks acknowledged, ${load.failed} refused or unanswered during the faults; at rest`,
      `${restAfter} s after the last ask. Every table made again from the topics, by a rebuild that was killed once: ${rebuilt.equal} equal to the live ones by hash,`,
      `${rebuilt.faults.length} different. Found wrong afterwards: ${faults.length === 0 ? 'nothing' : faults.join('; ')}.`,
      '',
      `| fault | then ${asksBetweenFaults} further asks were acknowledged within, s |`,
      '| --- | --- |',
      ...lines.map(({ fault, seconds }) => `| ${fault} | ${seconds} |`),
    ]);
    expect(faults).toEqual([]);
    expect(rebuilt.equal).toBeGreaterThan(20);
    expect(load.acknowledged.size).toBeGreaterThan(asksBetweenFaults * lines.length);
  } finally {
    await cluster.stop();
  }
});
