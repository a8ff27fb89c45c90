import { EventStore, type Database } from '@atomicdb/event-store';
import { eventually } from '@atomicdb/testing';
import { makeGetRow } from '../src/application/get-row';
import { PublishChanges } from '../src/application/publish-changes';
import { makeSeeds } from '../src/projections/seeds';
import { makeValues } from '../src/projections/values';
import { added, analysed, opened, requestEvents } from './support/events';
import { openWorld, type World } from './support/world';

const start = 'atomic:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
const afterKnight = 'atomic:rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -';
const afterPawn = 'atomic:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -';

describe('what backing publishes and answers', () => {
  let world: World;
  let database: Database;
  let store: EventStore;

  beforeEach(async () => {
    world = await openWorld();
    database = await world.openBacking();
    store = new EventStore(database, 'backing');
  });

  afterEach(() => world.close());

  const catchUp = () => world.catchUp(makeValues({ database, recordsChanges: true }), makeSeeds(database));
  const reaction = () => new PublishChanges(database, store, () => undefined);
  const published = async (position: string) => {
    const records = await database.transaction((tx) => store.readStream(tx, `position-${position}`));
    return records.map(({ version, event }) => ({ version, ...event }));
  };

  it('says that it fails while its table cannot be read, and takes that back when it can', async () => {
    const running = reaction();
    running.start();
    try {
      await database.query('take-away', `alter table changes rename to changes_away`);
      await eventually(() =>
        Promise.resolve(expect(running.status().lastError).toContain('"changes" does not exist')),
      );
      await database.query('put-back', `alter table changes_away rename to changes`);
      await eventually(() =>
        Promise.resolve(
          expect(running.status()).toEqual({ name: 'backing:changes:1', alive: true, lastError: null }),
        ),
      );
    } finally {
      await running.stop();
    }
  });

  it('[CRD-15] publishes each change of a headline once, in its order, and the closure', async () => {
    await world.append(
      added('p', 20),
      opened('p', { m: 'c' }),
      analysed('c', { id: 'a', nodes: 128, lines: [[-30, 'x']] }),
    );
    await catchUp();
    expect(await reaction().publishOnce()).toBe(2);
    await world.append(
      added('t', 0, { status: 'LOSS', gate: 'TERMINAL', plies: 0 }),
      opened('p', { n: 't' }),
    );
    await catchUp();
    await Promise.all([reaction().publishOnce(), reaction().publishOnce()]);
    expect(await reaction().publishOnce()).toBe(0);

    const backed = {
      status: 'UNKNOWN',
      closure: '',
      value: 30,
      kind: 'backed',
      move: 'm',
      nodes: 128,
      plies: 1,
      anchor: 'c',
    };
    const solved = {
      status: 'WIN',
      closure: 'CHILDREN',
      value: 29999,
      kind: 'solved',
      move: 'n',
      plies: 1,
      anchor: 'p',
    };
    expect(await published('p')).toMatchObject([
      {
        version: 1,
        type: 'BackedValuesChanged',
        data: { position: 'p', was: { kind: 'none' }, now: backed, rules: 1 },
      },
      { version: 2, type: 'BackedValuesChanged', data: { position: 'p', was: backed, now: solved } },
      {
        version: 3,
        type: 'PositionsClosed',
        data: { position: 'p', status: 'WIN', gate: 'CHILDREN', plies: 1, rules: 1 },
      },
    ]);
    expect(await published('t')).toMatchObject([
      { type: 'BackedValuesChanged', data: { now: { status: 'LOSS', kind: 'solved' } } },
      { type: 'PositionsClosed', data: { gate: 'TERMINAL', plies: 0 } },
    ]);
  });

  it('publishes while it runs, and stops', async () => {
    const running = reaction();
    running.start();
    await world.append(added('p', 20), analysed('p', { id: 'a', nodes: 128, lines: [[5, 'x']] }));
    await world.catchUp(makeValues({ database, recordsChanges: true, onCommitted: () => running.wake() }));
    await eventually(async () =>
      expect(await published('p')).toMatchObject([
        { data: { now: { kind: 'point', value: 5, nodes: 128, plies: 0 } } },
      ]),
    );
    await running.stop();
  });

  it('answers a row with headline, moves, seeds and what is queued', async () => {
    const [waiting, running] = [requestEvents('r1', afterPawn), requestEvents('r2', afterKnight)];
    await world.append(
      added(start, 20),
      opened(start, { g1f3: afterKnight, e2e4: afterPawn }),
      analysed(start, {
        id: 'root',
        nodes: 128,
        lines: [
          [35, 'g1f3 g8f6'],
          [20, 'e2e4 e7e6'],
        ],
      }),
      analysed(afterKnight, { id: 'reply', nodes: 512, lines: [[-50, 'g8f6']] }),
      waiting.asked,
      running.asked,
      running.leased,
    );
    await catchUp();
    const row = await makeGetRow(database)({ position: start });
    expect(row).toMatchObject({ known: true, legal: 20, point: 35, searched: 1, seeded: 1, queued: 2 });
    expect(row.headline).toEqual({
      status: 'UNKNOWN',
      closure: '',
      value: 50,
      kind: 'backed',
      move: 'g1f3',
      nodes: 512,
      plies: 1,
      anchor: afterKnight,
    });
    expect(row.moves).toMatchObject([
      {
        uci: 'g1f3',
        value: 50,
        kind: 'point',
        nodes: 512,
        plies: 1,
        passes: 1,
        searched: true,
        queued: true,
        running: true,
      },
      {
        uci: 'e2e4',
        value: 20,
        kind: 'seeded',
        nodes: 128,
        anchor: start,
        searched: false,
        queued: true,
        running: false,
      },
    ]);
    await world.append(waiting.cancelled, running.completed);
    await catchUp();
    expect(await makeGetRow(database)({ position: start })).toMatchObject({ queued: 0 });
  });

  it('[API-32] does not know a position that the graph does not have', async () => {
    expect(await makeGetRow(database)({ position: start })).toMatchObject({ known: false, moves: [] });
  });
});
