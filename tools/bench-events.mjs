import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './checks/run.mjs';
import { prepare, root } from './prepare.mjs';

prepare();
// Only now can the workspace's packages be loaded.
const { benchAppends } = await import('../libs/event-store/bench/append.mjs');
const { benchRelay } = await import('../libs/bus/bench/relay.mjs');
const { benchLatency } = await import('../libs/bus/bench/latency.mjs');
const { benchRebuild, fillAnalyses } = await import('../services/attribution/bench/rebuild.mjs');
const { rebuilds } = await import('@atomicdb/attribution/rebuilds');
const { Database, EventStore } = await import('@atomicdb/event-store');
const { provisionRoles, startPostgres } = await import('@atomicdb/embedded-postgres');
const { startKafka } = await import('@atomicdb/testing');

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ms = (value) => `${value.toFixed(0)} ms`;
const page = [];
const say = (line) => {
  console.log(line);
  page.push(line);
};

/** What came out worse than wanted, a line each. */
const unmet = [];
function want(name, isMet) {
  if (!isMet) unmet.push(name);
}

async function withDatabase(server, name, services, work) {
  const roles = await provisionRoles(server.superuserUrl, name, services);
  const databases = [];
  for (const service of services) {
    const migrations = rebuilds.find((tables) => tables.service === service)?.migrations ?? [];
    const url = roles.roleUrl(service);
    const database = await Database.open({ service, url, maxConnections: 8, migrations });
    await database.migrate();
    databases.push(database);
  }
  try {
    return await work(databases, roles);
  } finally {
    for (const database of databases) await database.close();
  }
}

async function appends(server) {
  say('| connections | BEGIN; INSERT; COMMIT a second | appends a second | ratio | wanted |');
  say('| --- | --- | --- | --- | --- |');
  await withDatabase(server, 'appends', ['positions'], async ([database], roles) => {
    for (const lanes of [1, 8]) {
      const { bare, store, ratio } = await benchAppends({ url: roles.roleUrl('positions'), database, lanes });
      want(`appends on ${lanes} connections`, ratio >= 0.5);
      say(`| ${lanes} | ${number.format(bare)} | ${number.format(store)} | ${ratio.toFixed(2)} | ≥ 0.5 |`);
    }
  });
}

async function relays(server, brokers) {
  say(
    '| events | relay a second | kafkajs alone a second | ratio | relay a second of processor time | wanted |',
  );
  say('| --- | --- | --- | --- | --- | --- |');
  await withDatabase(server, 'relays', ['accounts'], async ([database]) => {
    const { count, relay, ofProcessor, raw, ratio } = await benchRelay({ brokers, database, count: 200_000 });
    want('relay', ratio >= 0.4 && relay >= 20_000);
    say(
      `| ${number.format(count)} | ${number.format(relay)} | ${number.format(raw)} | ${ratio.toFixed(2)} | ${number.format(ofProcessor)} | ≥ 0.4 and ≥ 20,000 |`,
    );
  });
}

async function latencies(server, brokers) {
  say('| transport | events beside | commands | p50 | p99 | wanted p99 |');
  say('| --- | --- | --- | --- | --- | --- |');
  for (const [name, over, wanted] of [
    ['latency_embedded', null, 500],
    ['latency_kafka', brokers, 1_000],
  ]) {
    const { transport, idle, loaded } = await withDatabase(
      server,
      name,
      ['accounts', 'attribution'],
      ([writer, reader]) => benchLatency({ brokers: over, writer, reader }),
    );
    for (const [beside, { commands, p50, p99 }] of [
      ['none', idle],
      ['1,000 a second', loaded],
    ]) {
      want(`p99 over ${transport} with ${beside}`, p99 <= wanted);
      say(`| ${transport} | ${beside} | ${commands} | ${ms(p50)} | ${ms(p99)} | ≤ ${ms(wanted)} |`);
    }
  }
}

/** The boards of attribution, from a store that grows tenfold. */
async function rebuildsAsItGrows(server) {
  say(
    '| analyses | appended a second | bytes an event | rebuilt a second | a second of processor time | wanted |',
  );
  say('| --- | --- | --- | --- | --- | --- |');
  await withDatabase(
    server,
    'growth',
    ['accounts', 'analyses', 'attribution'],
    async ([, database], roles) => {
      const store = new EventStore(database, 'analyses');
      let held = 0;
      const rebuilt = [];
      for (const count of [100_000, 1_000_000]) {
        const appended = await fillAnalyses(store, held, count);
        held = count;
        const { events, seconds, processor } = await benchRebuild({ url: roles.roleUrl, store });
        const [size] = await database.query('', `select pg_total_relation_size('events')::float8 as bytes`);
        const rates = [appended, size.bytes / count, events / seconds, events / processor];
        rebuilt.push(events / seconds);
        want(`rebuild of ${number.format(count)}`, events / processor >= 20_000);
        say(`| ${[count, ...rates].map((rate) => number.format(rate)).join(' | ')} | ≥ 20,000 on one core |`);
      }
      // Linear: ten times the events cost about ten times the time.
      want('growth', rebuilt[1] >= 0.7 * rebuilt[0]);
    },
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'atomicdb-bench-'));
chmodSync(dataDir, 0o755);
const server = await startPostgres({ dataDir });
const kafka = await startKafka();
const { cpu, load } = { cpu: cpus(), load: loadavg()[0] ?? 0 };
try {
  say('# Rates of the event backbone\n');
  say(
    `Written by \`npm run bench:events\` on ${cpu.length} × ${cpu[0]?.model.trim()}, Node ${process.versions.node}: PostgreSQL with fsync, one Kafka broker and`,
  );
  say(
    `everything that measures on the same machine, whose load was ${load.toFixed(1)} when it began. Ratios count; absolute rates are those of that hour.\n`,
  );
  say('## Appends of one event\n');
  await appends(server);
  say('\n## Relay to Kafka, one partition a send, one in flight\n');
  await relays(server, kafka.brokers);
  say('\n## From a command to its projection\n');
  await latencies(server, kafka.brokers);
  say('\n## Rebuild of attribution, and growth\n');
  await rebuildsAsItGrows(server);
  writeFileSync(join(root, 'docs/results/events.md'), `${page.join('\n')}\n`);
  await run(['prettier', '--write', '--log-level', 'warn', 'docs/results/events.md']);
  if (unmet.length > 0) {
    console.error(`below what is wanted: ${unmet.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await kafka.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
