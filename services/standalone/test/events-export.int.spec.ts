import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, Tx } from '@atomicdb/event-store';
import { AnalysisRetracted, decodePayload, type DomainEvent, type Owner } from '@atomicdb/events';
import { eventually, withClient } from '@atomicdb/testing';
import { readLine, toRecorded, type EventLine, type RowLine } from '../src/commands/events/event-file';
import { importEvents } from '../src/commands/events/import';
import { isOwner, schemas } from '../src/commands/events/owners';
import { openDatabase, storeOn } from '../src/commands/events/stores';
import { emptyProduct, exported } from './events/empty-product';

type Line = Partial<EventLine> & Partial<RowLine>;

function eventsOf(lines: readonly Line[]): DomainEvent[] {
  return lines
    .filter((line): line is EventLine => 'eventId' in line)
    .map((line) => decodePayload(line.type, line.schemaVersion, toRecorded(line).payload));
}

/** What events refer to and the file does not hold. */
function dangling(lines: readonly Line[]): string[] {
  const accounts = new Set<string>();
  const requests = new Set<string>();
  const missing: string[] = [];
  const wants = (known: ReadonlySet<string>, id: string) => {
    if (!known.has(id)) missing.push(id);
  };
  // Owners come in the order in which they refer to each other.
  for (const event of eventsOf(lines)) {
    if (event.type === 'AccountRegistered') accounts.add(event.data.accountId);
    if (event.type === 'RequestJoined') {
      wants(accounts, event.data.accountId);
      requests.add(event.data.requestId);
    }
    if (event.type === 'AnalysisRetracted') wants(requests, event.data.requestId);
  }
  for (const { table, row } of lines)
    if (table === 'credentials') wants(accounts, String(row?.['account_id']));
  return missing;
}

describe('export of a product that is appended to', () => {
  let product: Awaited<ReturnType<typeof emptyProduct>>;
  const stores = new Map<Owner, EventStore>();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atomicdb-export-'));
    product = await emptyProduct();
    for (const schema of schemas) {
      const database = await openDatabase(product, schema);
      await database.migrate();
      if (isOwner(schema)) stores.set(schema, storeOn(database, schema));
      else await database.close();
    }
  });
  afterAll(async () => {
    for (const store of stores.values()) await store.database.close();
    await product.fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('holds nothing without what it came of, and can be imported', async () => {
    for (const round of [1, 2, 3]) {
      const text = await underLoad(round, exportHeldBack);
      await checkAndImport(text, join(folder, `${round}.ndjson`));
    }
  });

  /** Chains are appended before the work begins and until it is over. */
  async function underLoad<T>(round: number, work: () => Promise<T>): Promise<T> {
    let isOver = false;
    let chains = 0;
    const load = [1, 2, 3].map(async (worker) => {
      for (let n = 0; !isOver; n += 1) {
        await chain(`${round}-${worker}-${n}`);
        chains += 1;
      }
    });
    try {
      await eventually(() => expect(chains).toBeGreaterThan(20), { timeoutMs: 60_000 });
      return await work();
    } finally {
      isOver = true;
      await Promise.all(load);
    }
  }

  /** The horizon is held back, so that the ends of the feeds are waited for. */
  async function exportHeldBack(): Promise<string> {
    const [text] = await Promise.all([exported(product, 'test'), holdHorizon(700), appendSlowly(700)]);
    return text;
  }

  async function checkAndImport(text: string, file: string): Promise<void> {
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => readLine(line) as Line);
    expect(dangling(lines)).toEqual([]);
    await writeFile(file, text);
    const copy = await emptyProduct();
    const { written } = await importEvents(copy, file);
    expect(written).toBe(eventsOf(lines).length);
    await copy.fresh.drop();
  }

  /** A transaction with an id that stays open for a while. */
  function holdHorizon(ms: number): Promise<void> {
    return withClient(product.fresh.superuserUrl, async (client) => {
      await client.query('begin; select pg_current_xact_id()');
      await sleep(ms);
      await client.query('rollback');
    });
  }

  /** Longer than the export holds others back for. */
  async function appendSlowly(ms: number): Promise<void> {
    await stores.get('queue')?.transaction(['request-slow'], () => sleep(ms));
  }

  /** An account with its password, its request, what came of it: each after the one before it is acknowledged. */
  async function chain(id: string): Promise<void> {
    const [accountId, requestId, position] = [`load-a${id}`, `load-r${id}`, `atomic:${id}`];
    const registered = { accountId, name: accountId, operator: false };
    const password = (tx: Tx) =>
      tx.query('password', `insert into credentials (account_id, password_hash) values ($1, 'x')`, [
        accountId,
      ]);
    await append(
      'accounts',
      `account-${accountId}`,
      { type: 'AccountRegistered', data: registered },
      password,
    );
    const budgetNodes = 1;
    await append('queue', `request-${requestId}`, {
      type: 'RequestJoined',
      data: { requestId, position, budgetNodes, accountId, askedAt: '0', seq: '1', ord: 1, first: true },
    });
    await append('analyses', `analysis-${requestId}`, {
      type: 'AnalysisRetracted',
      data: AnalysisRetracted.fromPartial({ requestId, position }),
    });
  }

  async function append(
    owner: Owner,
    stream: string,
    event: DomainEvent,
    beside: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const store = stores.get(owner);
    if (!store) throw new Error(`no store of ${owner}`);
    await store.transaction([stream], async (tx) => {
      await store.append(tx, [{ stream, expectedVersion: 0, events: [event] }]);
      await beside(tx);
    });
  }
});
