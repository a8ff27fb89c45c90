import type { DomainEvent } from '@atomicdb/events';
import { seeded, type Random } from '@atomicdb/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, EventStore, Tx } from '../../src';
import { makeReader, type Reader, type ReaderKind } from './readers';

export interface ModelOptions {
  readonly database: Database;
  readonly store: EventStore;
  readonly seed: number;
  readonly writers: number;
  /** At least this many events are written. */
  readonly events: number;
  readonly readers: readonly ReaderKind[];
  /** Longest pause of a writer, once between its two appends and once before its commit. */
  readonly pauseMs: number;
}

export interface ModelResult {
  readonly written: number;
  readonly readers: readonly { readonly kind: ReaderKind; readonly outcome: Outcome }[];
}

/** What a reader saw of what was committed. */
export interface Outcome {
  readonly seen: number;
  readonly missed: number;
  readonly doubled: number;
  /** Events that came before an older one of their stream. */
  readonly outOfOrder: number;
}

const streamCount = 60;
const quietMs = 20_000;

const event = (position: string): DomainEvent => ({ type: 'MovesOpened', data: { position, moves: [] } });

/** One transaction on 1 to 4 streams, with pauses while its events are written and not committed; gives their number. */
async function write(options: ModelOptions, random: Random, count: number): Promise<number> {
  const streams = [
    ...new Set(
      Array.from({ length: 1 + random.below(4) }, () => `position-model-${random.below(streamCount)}`),
    ),
  ];
  const pauses = [random.below(options.pauseMs), random.below(options.pauseMs)];
  const later = random.below(count);
  const append = (tx: Tx, sizes: readonly number[]) =>
    options.store.append(
      tx,
      streams.map((stream, index) => ({
        stream,
        expectedVersion: 'any',
        events: Array.from({ length: sizes[index] ?? 1 }, () => event(stream)),
      })),
    );
  await options.store.transaction(streams, async (tx) => {
    await append(tx, [count - later]);
    await sleep(pauses[0]);
    await append(tx, [later, ...streams.map(() => 0)]);
    await sleep(pauses[1]);
  });
  return count + streams.length - 1;
}

async function writeAll(options: ModelOptions): Promise<number> {
  let begun = 0;
  const writer = async (index: number) => {
    const random = seeded(options.seed + index);
    let own = 0;
    while (begun < options.events) {
      const count = 1 + random.below(19);
      begun += count;
      own += await write(options, random, count);
    }
    return own;
  };
  const all = await Promise.all(Array.from({ length: options.writers }, (_, index) => writer(index)));
  return all.reduce((sum, own) => sum + own, 0);
}

async function committed(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ place: string }>(
    'all-places',
    `select stream || '@' || version as place from events`,
  );
  return new Set(rows.map(({ place }) => place));
}

/** Compares what a reader saw with what is there. */
export function judge(seen: readonly string[], there: ReadonlySet<string>): Outcome {
  const last = new Map<string, number>();
  let outOfOrder = 0;
  for (const place of seen) {
    const [stream = '', version = ''] = place.split('@');
    if (Number(version) < (last.get(stream) ?? 0)) outOfOrder += 1;
    last.set(stream, Number(version));
  }
  const distinct = new Set(seen);
  const missed = [...there].filter((place) => !distinct.has(place)).length;
  return { seen: seen.length, missed, doubled: seen.length - distinct.size, outOfOrder };
}

/** Until the reader has seen as many events as there are, or nothing new for so long that it never will. */
async function readAll(reader: Reader, total: () => number | null): Promise<void> {
  let quietSince = Date.now();
  for (;;) {
    const all = total();
    if (all !== null && reader.seen.length >= all) return;
    if ((await reader.step()) > 0 || all === null) quietSince = Date.now();
    else if (Date.now() - quietSince > quietMs) return;
    else await sleep(5);
  }
}

/** Reads until nothing new comes. */
export async function drain(reader: Reader): Promise<void> {
  while ((await reader.step()) > 0);
}

/** Writers with random pauses before their commit beside readers of each kind, judged at the end. */
export async function runModel(options: ModelOptions): Promise<ModelResult> {
  const { database, store, seed } = options;
  const readers = options.readers.map((kind, index) => makeReader(kind, store, seeded(seed + 1_000 + index)));
  const mutants = readers.filter(({ kind }) => kind !== 'feed');
  let total: number | null = null;
  const reading = readers.map((reader) =>
    // A mutant never has everything: it reads as long as the writers write, and what is left at the end.
    readAll(reader, () => (mutants.includes(reader) && total !== null ? 0 : total)),
  );
  total = await writeAll(options);
  await Promise.all(reading);
  await Promise.all(mutants.map(drain));
  const there = await committed(database);
  return {
    written: there.size,
    readers: readers.map(({ kind, seen }) => ({ kind, outcome: judge(seen, there) })),
  };
}
