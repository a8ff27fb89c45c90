import { CANONICAL_VERSION, START_FEN } from '@atomicdb/chess';
import { Database } from '@atomicdb/event-store';
import { canonicalVersion } from '@atomicdb/events';
import { freshDatabase, type FreshDatabase } from '@atomicdb/testing';
import { checkIdentityRule } from '../src/adapters/postgres/identity-rule';
import { migrations } from '../src/adapters/postgres/migrations';
import { RunningPositions } from './running-positions';

describe('the version of the identity rule', () => {
  let service: RunningPositions;

  beforeAll(async () => {
    service = await RunningPositions.open();
  });

  afterAll(() => service.close());

  const store = (version: number) =>
    service.query('set-rule', `update identity_rule set canonical_version = $1`, [version]);

  it('is the one that every event carries', async () => {
    expect(canonicalVersion).toBe(CANONICAL_VERSION);
    await service.api.ensure({ variant: 'atomic', fen: START_FEN.atomic });
    const carried = `select distinct canonical_version as version from events`;
    expect(await service.query('carried', carried)).toEqual([{ version: CANONICAL_VERSION }]);
  });

  it('is stored, and a start on the same version serves', async () => {
    const rule = `select canonical_version as version from identity_rule`;
    expect(await service.query('rule', rule)).toEqual([{ version: CANONICAL_VERSION }]);
    await service.stop();
    await service.start();
    expect((await service.api.find({ variant: 'atomic', fen: START_FEN.atomic })).known).toBe(true);
  });

  it.each([CANONICAL_VERSION - 1, CANONICAL_VERSION + 1])(
    'stops the start, and says so, where the stored one is %d',
    async (version) => {
      await service.stop();
      await store(version);
      await expect(service.start()).rejects.toThrow(
        `keyed by version ${version} of the identity rule, this release keys by version ${CANONICAL_VERSION}`,
      );
      await store(CANONICAL_VERSION);
      await service.start();
    },
  );
});

describe('a database from before the version was stored', () => {
  let fresh: FreshDatabase;
  let database: Database;

  const open = (listed: typeof migrations) =>
    Database.open({ service: 'positions', url: fresh.roleUrl('positions'), migrations: listed });

  beforeAll(async () => {
    fresh = await freshDatabase(['positions'], () => Promise.resolve());
    const earlier = await open(migrations.slice(0, 1));
    await earlier.migrate();
    await earlier.query(
      'old-event',
      `insert into events (event_id, stream, version, type, schema_version, occurred_at, canonical_version, payload)
       values (gen_random_uuid(), 'position-x', 1, 'PositionsAdded', 1, now(), 7, '')`,
    );
    await earlier.close();
    database = await open(migrations);
  });

  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('is taken to follow the version of its events', async () => {
    await database.migrate();
    await expect(checkIdentityRule(database)).rejects.toThrow('keyed by version 7 of the identity rule');
  });
});
