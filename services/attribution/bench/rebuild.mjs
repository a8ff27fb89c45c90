import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rebuilds } from '@atomicdb/attribution/rebuilds';
import { EmbeddedBus, EmbeddedLog, rebuildTables } from '@atomicdb/bus';
import { Database, EventStore } from '@atomicdb/event-store';

const [boards] = rebuilds;
const accounts = 1_000;
const lines = 3;
const plies = 24;
const moves = ['e2e4', 'd7d5', 'g1f3', 'b8c6', 'f1b5', 'g8f6', 'e1g1', 'a7a8q'];

/** As an engine leaves it on the laptop ladder: three lines of 24 plies. */
function analysis(number) {
  const id = randomUUID();
  const pv = (rank) => Array.from({ length: plies }, (_, ply) => moves[(ply + rank) % moves.length]);
  return {
    passId: id,
    requestId: id,
    position: `atomic:${number % 50_000}`,
    budgetNodes: 256_000,
    searchedNodes: 256_412,
    creditedNodes: 256_412,
    lines: Array.from({ length: lines }, (_, rank) => ({
      rank: rank + 1,
      move: moves[rank],
      cp: 31 - rank,
      pv: pv(rank),
      depth: 18,
      seldepth: 27,
    })),
    engine: { name: 'Fairy-Stockfish', version: '14', build: '', options: {} },
    threads: 1,
    hashMb: 16,
    multipv: lines,
    elapsedMs: 1_024,
    completedAt: new Date(Date.UTC(2030, 0, 1) + number * 1_000).toISOString(),
    accountId: `account-${number % accounts}`,
    accountName: `name ${number % accounts}`,
    machine: 'tower',
    leaseId: randomUUID(),
  };
}

/**
 * Appends analyses, 500 a transaction and each in a stream of its own, until a store that holds `from` holds `count`.
 * @returns {Promise<number>} appended a second
 */
export async function fillAnalyses(store, from, count) {
  const began = performance.now();
  const each = 500;
  for (let done = from; done < count; done += each) {
    const appendings = Array.from({ length: Math.min(each, count - done) }, (_, index) => {
      const data = analysis(done + index);
      const stream = `analysis-${data.requestId}`;
      return { stream, expectedVersion: 0, events: [{ type: 'AnalysisCompleted', data }] };
    });
    const locks = appendings.map(({ stream }) => stream);
    await store.transaction(locks, (tx) => store.append(tx, appendings));
  }
  return (count - from) / ((performance.now() - began) / 1_000);
}

const complain = (fault) => console.error(fault);

async function openStore(url, owner) {
  return new EventStore(await Database.open({ service: owner, url: url(owner) }), owner);
}

/** The live boards, from where they stand to the last analysis. */
async function follow(url, store) {
  const database = await Database.open({ service: 'attribution', url: url('attribution') });
  const accounts = await openStore(url, 'accounts');
  const bus = new EmbeddedBus(complain);
  const [consumer] = boards.consumers(database);
  bus.publish(accounts);
  bus.publish(store);
  bus.consume({ ...consumer, batchSize: 4_000 });
  await bus.start();
  const last = await store.lastCursor();
  const isThere = async () => {
    const sql = `select from consumer_progress where source = 'embedded:analyses' and cursor = $1`;
    return (await database.query('', sql, [last])).length > 0;
  };
  while (!(await isThere())) await sleep(50);
  await bus.stop();
  await accounts.database.close();
  await database.close();
}

/**
 * Brings the live boards to the last analysis of a store, then makes them again by the code of `npm run rebuild`, which
 * compares the two.
 * @param {{ url: (service: string) => string, store: EventStore }} options
 * @returns {Promise<{ events: number, seconds: number, processor: number }>} events folded, in how many seconds, and in
 *   how many of processor time of this process
 */
export async function benchRebuild({ url, store }) {
  await follow(url, store);
  const log = new EmbeddedLog((owner) => openStore(url, owner));
  const watch = { folded: () => undefined, phase: () => undefined, report: complain };
  const { signal } = new AbortController();
  const began = process.cpuUsage();
  const { events, seconds } = await rebuildTables(boards, {
    url,
    log,
    watch,
    code: 'bench',
    signal,
    dropOld: true,
  });
  const { user, system } = process.cpuUsage(began);
  await log.close();
  return { events, seconds, processor: (user + system) / 1e6 };
}
