import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@atomicdb/event-store';
import { freshDatabase, seeded, type FreshDatabase } from '@atomicdb/testing';
import { SeenMigration } from '../contract';

/** Where a process dies; each stands for the moment right after the first thing and before the second. */
export const points = [
  'before commit',
  'after commit',
  'after produce, before mark',
  'after apply, before progress',
  'after progress, before commit',
  'after progress',
] as const;

export type Point = (typeof points)[number];

/** Points on the way of a transport: the embedded one has nothing to produce. */
export const pointsOf = (brokers: readonly string[] | null): readonly Point[] =>
  brokers === null ? points.filter((point) => !point.includes('produce')) : points;

/** Passages of the point before the death, at most: the load is under way by then. */
const mostPassages = 12;
const crashMs = 30_000;
const standstillMs = 60_000;
const sessionTimeoutMs = 2_000;
const child = join(__dirname, 'child.cjs');

export interface CrashRun {
  readonly brokers: readonly string[] | null;
  /** Where each process dies, one after the other. */
  readonly deaths: readonly Point[];
  readonly seed: number;
  /** The effect of an event commits apart from the progress: what the campaign must notice. */
  readonly mutant?: boolean;
}

export interface CrashOutcome {
  /** Processes that died by the planned kill. */
  readonly killed: number;
  readonly acknowledged: number;
  readonly events: number;
  /** Acknowledged to the writer and not in the store. */
  readonly lost: number;
  /** Streams whose versions are not 1, 2, 3, … in the store. */
  readonly gaps: number;
  /** Events of the store, by the consumer. */
  readonly unseen: number;
  readonly seenTwice: number;
  readonly outOfOrder: number;
}

/** What every run must come to, however often it was killed. */
export const unharmed = { lost: 0, gaps: 0, unseen: 0, seenTwice: 0, outOfOrder: 0 };

const migrations = [{ name: '0002-seen', class: SeenMigration }];

interface Scene {
  readonly fresh: FreshDatabase;
  readonly writer: Database;
  readonly reader: Database;
  readonly ledger: string;
}

async function openScene(folder: string): Promise<Scene> {
  const fresh = await freshDatabase(['analyses', 'backing'], () => Promise.resolve());
  const writer = await Database.open({ service: 'analyses', url: fresh.roleUrl('analyses') });
  const reader = await Database.open({ service: 'backing', url: fresh.roleUrl('backing'), migrations });
  await writer.migrate();
  await reader.migrate();
  return { fresh, writer, reader, ledger: join(folder, 'ledger') };
}

function start(plan: object, timeout?: number) {
  return spawn(process.execPath, [child, JSON.stringify(plan)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout,
  });
}

/** A new process each time, under load until it dies; SIGTERM where it never came to its point. */
async function crash(plan: object): Promise<NodeJS.Signals | null> {
  const [, signal] = (await once(start(plan, crashMs), 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

/** Waits for a number to be reached for as long as what is counted goes on growing. */
async function grown(count: () => Promise<number>, wanted: number): Promise<void> {
  let [most, since] = [-1, Date.now()];
  for (;;) {
    const now = await count();
    if (now === wanted) return;
    if (now > most) [most, since] = [now, Date.now()];
    if (Date.now() - since > standstillMs)
      throw new Error(`${now} of ${wanted} events seen, and no more come`);
    await sleep(500);
  }
}

/** A process that only relays and consumes, until all that is in the store has been seen. */
async function settle(plan: object, { writer, reader }: Scene): Promise<void> {
  const process_ = start(plan);
  const ended = once(process_, 'exit');
  const rows = async (database: Database, name: string, text: string) =>
    (await database.query<{ n: number }>(name, text))[0]?.n ?? 0;
  const seen = 'select count(*)::int as n from (select distinct stream, version from seen) places';
  try {
    const events = await rows(writer, 'count-events', 'select count(*)::int as n from events');
    await grown(() => rows(reader, 'count-seen', seen), events);
  } finally {
    process_.kill('SIGTERM');
    await ended;
  }
}

interface Row {
  event_id: string;
  stream: string;
  version: number;
}

const place = ({ stream, version }: { stream: string; version: number }) => `${stream} ${version}`;

/** Streams in which a version does not follow the one before by one. */
function breaks(rows: readonly { stream: string; version: number }[]): number {
  const last = new Map<string, number>();
  const broken = new Set<string>();
  for (const { stream, version } of rows) {
    if (version !== (last.get(stream) ?? 0) + 1) broken.add(stream);
    last.set(stream, version);
  }
  return broken.size;
}

async function judge({ writer, reader, ledger }: Scene, killed: number): Promise<CrashOutcome> {
  const events = await writer.query<Row>(
    'all-events',
    'select event_id, stream, version from events order by stream, version',
  );
  const seen = await reader.query<Row>('all-seen', 'select stream, version from seen order by n');
  const ids = new Set(events.map(({ event_id }) => event_id));
  const acknowledged = existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : [];
  const places = new Set(seen.map(place));
  return {
    killed,
    acknowledged: acknowledged.length,
    events: events.length,
    lost: acknowledged.filter((id) => !ids.has(id)).length,
    gaps: breaks(events),
    unseen: events.filter((event) => !places.has(place(event))).length,
    seenTwice: seen.length - places.size,
    outOfOrder: breaks(seen),
  };
}

/** Lets one process after the other die under load, then one come to rest, and counts what is there. */
export async function runCrashes({ brokers, deaths, seed, mutant = false }: CrashRun): Promise<CrashOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'atomicdb-crash-'));
  const scene = await openScene(folder);
  const random = seeded(seed);
  const urls = { writer: scene.fresh.roleUrl('analyses'), reader: scene.fresh.roleUrl('backing') };
  const common = { ...urls, brokers, mutant, sessionTimeoutMs, run: `${seed}-${random.below(1e9)}` };
  let killed = 0;
  try {
    for (const point of deaths) {
      const after = 1 + random.below(mostPassages);
      const load = { seed: random.below(2 ** 31), ledger: scene.ledger };
      if ((await crash({ ...common, ...load, point, after })) === 'SIGKILL') killed += 1;
    }
    await settle({ ...common, point: null, after: 0, seed, ledger: null }, scene);
    return await judge(scene, killed);
  } finally {
    await Promise.all([scene.writer.close(), scene.reader.close()]);
    await scene.fresh.drop();
    rmSync(folder, { recursive: true });
  }
}
