import type { Database } from '@atomicdb/event-store';
import type { DomainEvent } from '@atomicdb/events';
import { loadGraph } from '../src/adapters/postgres/load-graph';
import { makeGetHeadlines } from '../src/application/get-headlines';
import { makeGetRow } from '../src/application/get-row';
import { evaluateAll } from '../src/domain/backing';
import type { Graph } from '../src/domain/graph';
import { makeSeeds } from '../src/projections/seeds';
import { makeValues, WriterReplaced } from '../src/projections/values';
import { added, analysed, opened } from './support/events';
import { randomHistory } from './support/history';
import { dumpTables, openWorld, type World } from './support/world';

function standings(graph: Graph): unknown[] {
  return Array.from({ length: graph.size }, (_, node) => [graph.keyOf(node), graph.standingOf(node)]);
}

async function valueOf(database: Database, position: string): Promise<unknown> {
  const [row] = await database.query<{ value: number }>(
    'test-value',
    `select value from backed_values where position = $1`,
    [position],
  );
  return row?.value;
}

async function count(database: Database, table: string): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `count-${table}`,
    `select count(*)::int as n from ${table}`,
  );
  return row?.n ?? 0;
}

describe('the projection of the values', () => {
  let world: World;

  beforeEach(async () => {
    world = await openWorld();
  });

  afterEach(() => world.close());

  it('[CRD-20] gives the same tables when the log is folded again, in other batches', async () => {
    const history = randomHistory(7, 18);
    const live = await world.openBacking();
    for (const part of [history.slice(0, 150), history.slice(150, 160), history.slice(160)]) {
      await world.append(...part);
      // A new consumer each time: the graph is read back from the tables, as after a restart.
      await world.catchUp(makeValues({ database: live, recordsChanges: true }), makeSeeds(live));
    }
    const rebuilt = await world.openBacking();
    await world.catchUp(
      { ...makeValues({ database: rebuilt, recordsChanges: false }), batchSize: 40 },
      { ...makeSeeds(rebuilt), batchSize: 7 },
    );
    const tables = await dumpTables(live);
    expect(await dumpTables(rebuilt)).toEqual(tables);
    expect(Object.values(tables).map((rows) => rows.length > 1)).toEqual(Array(7).fill(true));
    expect(await count(rebuilt, 'changes')).toBe(0);
  });

  it('stores what an evaluation of everything from scratch gives', async () => {
    const database = await world.openBacking();
    await world.append(...randomHistory(11, 12));
    await world.catchUp({ ...makeValues({ database, recordsChanges: true }), batchSize: 25 });
    const stored = await database.transaction(loadGraph);
    const before = standings(stored);
    evaluateAll(stored);
    expect(standings(stored)).toEqual(before);
    expect(stored.size).toBeGreaterThan(80);
  });

  it('gives the headlines of many positions as their rows have them, in the order asked for, without the unknown', async () => {
    const database = await world.openBacking();
    await world.append(
      added('p', 20),
      added('bare', 3),
      added('won', 0, { status: 'WIN', gate: 'TERMINAL', plies: 0 }),
      opened('p', { m: 'c' }),
      analysed('c', { id: 'first', nodes: 128, lines: [[-30, 'x']] }),
    );
    await world.catchUp(makeValues({ database, recordsChanges: true }));
    const asked = ['won', 'absent', 'p', 'c', 'bare', 'p'];
    const { headlines } = await makeGetHeadlines(database)({ positions: asked });
    expect(headlines.map(({ position, headline }) => [position, headline?.kind, headline?.value])).toEqual([
      ['won', 'solved', 30_000],
      ['p', 'backed', 30],
      ['bare', 'none', undefined],
      ['p', 'backed', 30],
    ]);
    for (const { position, headline } of headlines)
      expect(headline).toEqual((await makeGetRow(database)({ position })).headline);
  });

  it('sets an event aside that no pass can be made of, and goes on with its batch', async () => {
    const database = await world.openBacking();
    const poison = analysed('p', { id: 'poison', nodes: 512, lines: [[40_000, 'm']] });
    await world.append(
      added('p', 20),
      opened('p', { m: 'c' }),
      analysed('c', { id: 'first', nodes: 128, lines: [[-30, 'x']] }),
      poison,
      analysed('c', { id: 'second', nodes: 512, lines: [[-70, 'x']] }),
    );
    await world.catchUp(makeValues({ database, recordsChanges: true }));
    expect(await valueOf(database, 'p')).toBe(70);
    expect(await count(database, 'dead_letters')).toBe(1);
    expect(await count(database, 'passes')).toBe(2);
  });

  it('refuses the batch of a writer that another one has replaced, until it has read the tables again', async () => {
    const database = await world.openBacking();
    const [old, young] = [
      makeValues({ database, recordsChanges: true }),
      makeValues({ database, recordsChanges: true }),
    ];
    const versions = new Map<string, number>();
    const apply = async (consumer: typeof old, event: DomainEvent) => {
      await consumer.prepare?.();
      try {
        await database.transaction(async (tx) => {
          await consumer.handle(tx, { version: versions.size, event } as never);
          await consumer.flush?.(tx);
        });
      } catch (error) {
        await consumer.settled?.('rolled-back');
        throw error;
      }
      await consumer.settled?.('committed');
    };
    await apply(old, opened('p', { m: 'c' }));
    await apply(young, analysed('c', { id: 'first', nodes: 128, lines: [[-30, 'x']] }));
    const late = analysed('c', { id: 'second', nodes: 512, lines: [[-70, 'x']] });
    await expect(apply(old, late)).rejects.toThrow(WriterReplaced);
    expect(await valueOf(database, 'p')).toBe(30);
    await apply(old, late);
    expect(await valueOf(database, 'p')).toBe(70);
  });
});
