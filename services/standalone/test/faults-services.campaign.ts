import { machine, runSeed, seeded, writeResult } from '@atomicdb/testing';
import { verify } from '../src/commands/events/verify';
import { findProduct } from '../src/commands/find-product';
import { audit, untilAtRest } from './campaign/audit';
import { Cluster } from './campaign/cluster';
import { everyFault } from './campaign/faults';
import { Load } from './campaign/load';

const visitors = 8;
const asksBetweenFaults = 15;
const restMs = 300_000;

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
    await untilAtRest(cluster.url, restMs);
    // Versions, topics beside outboxes, progress beside what was applied: V13 and V14.
    const verified = await verify(await findProduct(cluster.place));
    const faults = [...(await audit(cluster.url, load.acknowledged)), ...verified.faults];
    writeResult('faults-services', [
      '# Services, database and broker failing under load',
      '',
      `Written by \`npm run test:faults -- services\` on ${machine()}, seed ${random.seed}: ${visitors} visitors ask, a worker with`,
      'the bundled engine searches, every service is a process over Kafka, PostgreSQL with fsync on.',
      '',
      `${load.acknowledged.size} asks acknowledged, ${load.failed} refused or unanswered during the faults; at rest`,
      `${secondsSince(quiet)} s after the last ask. Found wrong afterwards: ${faults.length === 0 ? 'nothing' : faults.join('; ')}.`,
      '',
      `| fault | then ${asksBetweenFaults} further asks were acknowledged within, s |`,
      '| --- | --- |',
      ...lines.map(({ fault, seconds }) => `| ${fault} | ${seconds} |`),
    ]);
    expect(faults).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(asksBetweenFaults * lines.length);
  } finally {
    await cluster.stop();
  }
});
