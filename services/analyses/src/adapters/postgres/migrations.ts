import { Migration } from '@atomicdb/event-store';

class PassesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table passes (
        pass_id text primary key,
        position text not null,
        budget_nodes bigint not null,
        width integer not null,
        completed_at text not null,
        event bytea not null
      )`);
    this.addSql(`create index passes_of_position on passes (position)`);
  }
}

export const migrations = [{ name: '0002-passes', class: PassesMigration }];
