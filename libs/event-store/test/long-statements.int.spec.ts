import type { DomainEvent } from '@atomicdb/events';
import { freshDatabase } from '@atomicdb/testing';
import { Database, EventStore, Migration, upkeep } from '../src';

class LimitMigration extends Migration {
  override up(): void {
    this.addSql(`create table seen as select current_setting('statement_timeout') as statement`);
  }
}

const opened: DomainEvent = { type: 'MovesOpened', data: { position: 'p', moves: [] } };
const count = 10_000;

describe('what rewrites a whole store', () => {
  let database: Database;
  let store: EventStore;

  beforeAll(async () => {
    const fresh = await freshDatabase(['positions'], () => Promise.resolve());
    const migrations = [{ name: '0002-limit', class: LimitMigration }];
    database = await Database.open({ service: 'positions', url: fresh.roleUrl('positions'), migrations });
    await database.migrate();
    store = new EventStore(database, 'positions');
  });

  afterAll(() => database.close());

  it('is a migration that may take as long as it needs, and nothing after it may', async () => {
    expect(await database.query('', 'select statement from seen')).toEqual([{ statement: '0' }]);
    const now = `select current_setting('statement_timeout') as statement`;
    expect(await database.query('', now)).toEqual([{ statement: '30s' }]);
  });

  it('is the numbering after a restore that may take longer than any other statement', async () => {
    const stream = 'position-p';
    const events = Array.from({ length: count }, () => opened);
    await store.transaction([stream], (tx) => store.append(tx, [{ stream, expectedVersion: 0, events }]));
    await database.transaction(async (tx) => {
      await tx.allowStatements(1);
      await upkeep.numberAgain(tx);
    });
    expect(await store.countAll()).toBe(count);
    const places = `select bool_and(position = version) as are_ranks, count(distinct tx_id) as transactions from events`;
    expect(await database.query('', places)).toEqual([{ are_ranks: true, transactions: '1' }]);
  });
});
