import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provisionRoles, startPostgres } from '@atomicdb/embedded-postgres';
import { Database, EventStore } from '@atomicdb/event-store';
import { eventually } from '@atomicdb/testing';
import type { Bus } from '../../src';
import { SeenMigration } from '../contract';
import { consumer, joined, lettersOf, seen } from '../contract-parts';

const name = 'test:database-crash:1';
const streams = Array.from({ length: 10 }, (_, index) => `request-database-${process.pid}-${index}`);
const loadMs = 1_000;
const downMs = 1_000;

export interface DatabaseCrash {
  /** Acknowledged to the writer, as stream@version. */
  readonly acknowledged: readonly string[];
  /** In the store, by stream and version. */
  readonly stored: readonly string[];
  /** Handled, in the order of the handling. */
  readonly handled: readonly string[];
  readonly deadLetters: number;
}

const place = ({ stream, version }: { stream: string; version: number }) => `${stream}@${version}`;

/** Appends until the signal, whatever fails meanwhile; gives what was acknowledged. */
async function write(store: EventStore, signal: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const stream = streams[turn % streams.length] ?? '';
    const appending = { stream, expectedVersion: 'any' as const, events: [joined(stream), joined(stream)] };
    try {
      const records = await store.transaction([stream], (tx) => store.append(tx, [appending]));
      acknowledged.push(...records.map(place));
    } catch {
      await sleep(50);
    }
  }
  return acknowledged;
}

/** A server of its own is stopped immediately and started again while events are appended, carried and handled. */
export async function runDatabaseCrash(makeBus: () => Bus): Promise<DatabaseCrash> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atomicdb-database-crash-'));
  // The server runs as another user when the tests run as root.
  await chmod(dataDir, 0o755);
  let server = await startPostgres({ dataDir });
  const { roleUrl } = await provisionRoles(server.superuserUrl, 'atomicdb', ['queue', 'backing']);
  const migrations = [{ name: '0002-seen', class: SeenMigration }];
  const writer = await Database.open({ service: 'queue', url: roleUrl('queue') });
  const reader = await Database.open({ service: 'backing', url: roleUrl('backing'), migrations });
  await writer.migrate();
  await reader.migrate();
  const store = new EventStore(writer, 'queue');
  const bus = makeBus();
  bus.publish(store);
  bus.consume(consumer(reader, name));
  await bus.start();
  const ending = new AbortController();
  const writing = write(store, ending.signal);
  await sleep(loadMs);
  const { port } = server;
  await server.stop('immediate');
  await sleep(downMs);
  server = await startPostgres({ dataDir, port });
  await sleep(loadMs);
  ending.abort();
  const acknowledged = await writing;
  const rows = await writer.query<{ stream: string; version: number }>(
    'all-places',
    'select stream, version from events order by stream, version',
  );
  const handled = async () =>
    (await seen(reader, name)).filter(({ stream }) => streams.includes(stream)).map(place);
  await eventually(async () => expect((await handled()).length).toBeGreaterThanOrEqual(rows.length), {
    timeoutMs: 60_000,
  });
  const outcome = { acknowledged, stored: rows.map(place), handled: await handled() };
  const letters = await lettersOf(reader, name, streams);
  await bus.stop();
  await Promise.all([writer.close(), reader.close()]);
  await server.stop('immediate');
  await rm(dataDir, { recursive: true, force: true });
  return { ...outcome, deadLetters: letters.length };
}

/** What every run must come to. */
export function expectUnharmed({ acknowledged, stored, handled, deadLetters }: DatabaseCrash): void {
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((each) => !stored.includes(each))).toEqual([]);
  expect([...handled].sort()).toEqual([...stored].sort());
  for (const stream of streams) {
    const versions = handled.filter((each) => each.startsWith(`${stream}@`));
    expect(versions).toEqual(versions.map((_, index) => `${stream}@${index + 1}`));
  }
  expect(deadLetters).toBe(0);
}
