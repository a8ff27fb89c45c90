import { Database, deadLetters } from '@atomicdb/event-store';
import { AccountRegistered, encodePayload, eventId, streamId, type EventRecord } from '@atomicdb/events';
import { freshDatabase, withClient, type FreshDatabase } from '@atomicdb/testing';
import { applyBatch } from '../src/apply-batch';
import { applyReleased } from '../src/apply-released';
import type { Consumer } from '../src/bus';
import type { Delivery } from '../src/delivery';
import type { Onlooker } from '../src/onlooker';

const place = { owner: 'accounts', source: 'test', partition: 0, isAfter: (a: string, b: string) => +a > +b };

const nameOf = ({ event }: EventRecord) => (event.type === 'AccountRegistered' ? event.data.name : '');

const onlooker: Onlooker = {
  isTracing: true,
  report: () => undefined,
  during: (transaction) => transaction(),
};

function delivery(name: string, index: number, version = 1): Delivery {
  const data = AccountRegistered.fromPartial({ accountId: name, name });
  const stream = streamId('account', name);
  const envelope = {
    eventId: eventId('accounts', stream, version),
    type: 'AccountRegistered',
    schemaVersion: 1,
    stream,
    version,
    occurredAt: '2026-01-01T00:00:00.000Z',
    producer: 'accounts',
    canonicalVersion: 1,
    traceparent: null,
  };
  return { envelope, payload: encodePayload({ type: 'AccountRegistered', data }), cursor: String(index + 1) };
}

describe('an event that its consumer cannot apply', () => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeAll(async () => {
    fresh = await freshDatabase(['attribution'], () => Promise.resolve());
    database = await Database.open({ service: 'attribution', url: fresh.roleUrl('attribution') });
    await database.migrate();
    await withClient(fresh.roleUrl('attribution'), (client) =>
      client.query(`
        create table noted (n serial primary key, consumer text not null, name text not null);
        create function raise_code(code text) returns void language plpgsql as
          $$ begin raise exception 'planted %', code using errcode = code; end $$;`),
    );
  });

  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  it('is set aside in the transaction of its batch, which is handled once, when its check refuses it', async () => {
    const handled: string[] = [];
    const outcomes: string[] = [];
    const consumer: Consumer = {
      name: 'test:check:1',
      types: ['AccountRegistered'],
      database,
      check: (record) => {
        if (nameOf(record) === 'bad') throw new Error('no name');
      },
      handle: (_tx, record) => Promise.resolve(void handled.push(nameOf(record))),
      settled: (outcome) => Promise.resolve(void outcomes.push(outcome)),
    };
    const deliveries = ['ada', 'bad', 'cem'].map((name, index) => delivery(name, index));
    await applyBatch(consumer, place, { after: null, deliveries }, onlooker);
    expect(handled).toEqual(['ada', 'cem']);
    expect(outcomes).toEqual(['committed']);
    const letters = await database.transaction((tx) => deadLetters.list(tx, consumer.name, 10));
    expect(letters.map(({ kind, reason }) => [kind, reason])).toEqual([['poison', 'poison: Error: no name']]);
  });

  it('finds what its consumer has prepared, for which no transaction stood open', async () => {
    const steps: string[] = [];
    const open = () =>
      withClient(fresh.roleUrl('attribution'), async (client) => {
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::int as open from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`,
        );
        return String(rows[0]?.open);
      });
    const consumer: Consumer = {
      name: 'test:prepare:1',
      types: ['AccountRegistered'],
      database,
      prepare: async () => void steps.push('prepare', await open()),
      handle: async () => void steps.push('handle', await open()),
    };
    await applyBatch(consumer, place, { after: null, deliveries: [delivery('ada', 0)] }, onlooker);
    expect(steps).toEqual(['prepare', '0', 'handle', '1']);
  });

  /** Passes over an error of the database, as handlers must not. */
  const careless = (name: string, errcode: () => string | null): Consumer => ({
    name,
    types: ['AccountRegistered'],
    database,
    async handle(tx, record) {
      const code = nameOf(record) === 'bad' ? errcode() : null;
      if (code !== null) await tx.query('raise', `select raise_code($1)`, [code]).catch(() => undefined);
      await tx.query('note', 'insert into noted (consumer, name) values ($1, $2)', [name, nameOf(record)]);
    },
  });

  const noted = async (name: string) =>
    (
      await database.query<{ name: string }>(
        'noted',
        'select name from noted where consumer = $1 order by n',
        [name],
      )
    ).map((row) => row.name);
  const reasons = async (name: string) =>
    (await database.transaction((tx) => deadLetters.list(tx, name, 10))).map(({ kind, reason }) => [
      kind,
      reason,
    ]);

  const wentOn =
    'poison: Error: a statement of this transaction had failed and the work went on: planted 23505';

  it.each([
    ['in its batch', ['ada', 'bad', 'cem'], ['ada', 'cem']],
    ['alone', ['bad'], []],
  ])(
    'is set aside when its handler passes over an error of the database, %s',
    async (_how, names, applied) => {
      const name = `test:careless-${names.length}:1`;
      const consumer = careless(name, () => '23505');
      await applyBatch(
        consumer,
        place,
        { after: null, deliveries: names.map((name, index) => delivery(name, index)) },
        onlooker,
      );
      expect(await noted(name)).toEqual(applied);
      expect(await reasons(name)).toEqual([['poison', wentOn]]);
      await database.transaction((tx) => deadLetters.release(tx, { consumer: name }));
      expect(await applyReleased(consumer, onlooker)).toBe(true);
      expect(await reasons(name)).toEqual([['poison', wentOn]]);
    },
  );

  it('comes again when what its handler passed over was a passing fault', async () => {
    const name = 'test:careless-passing:1';
    const codes = ['40P01'];
    const consumer = careless(name, () => codes.pop() ?? null);
    const batch = {
      after: null,
      deliveries: ['ada', 'bad', 'cem'].map((name, index) => delivery(name, index)),
    };
    await expect(applyBatch(consumer, place, batch, onlooker)).rejects.toThrow('planted 40P01');
    expect(await noted(name)).toEqual([]);
    await applyBatch(consumer, place, batch, onlooker);
    expect(await noted(name)).toEqual(['ada', 'bad', 'cem']);
    expect(await reasons(name)).toEqual([]);
  });

  it('says how large a gap a release gives up, and gives up one of that size', async () => {
    const name = 'test:large-gap:1';
    const consumer: Consumer = {
      name,
      types: ['AccountRegistered'],
      database,
      handle: () => Promise.resolve(),
    };
    const far = [1, 1_002, 2_004].map((version, index) => delivery('ada', index, version));
    await applyBatch(consumer, place, { after: null, deliveries: far }, onlooker);
    const tooFar = 'more than 1000 versions are missing, which a release does not give up';
    expect(await reasons(name)).toEqual([
      ['waiting', 'version 2 has not come before version 1002'],
      ['waiting', `version 2 has not come before version 2004: ${tooFar}`],
    ]);
    await database.transaction((tx) => deadLetters.release(tx, { consumer: name }));
    expect(await applyReleased(consumer, onlooker)).toBe(true);
    expect(await reasons(name)).toEqual([
      ['waiting', `version 1003 has not come before version 2004: ${tooFar}`],
    ]);
  });
});
