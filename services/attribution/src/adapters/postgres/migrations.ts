import { Migration } from '@atomicdb/event-store';

class BoardsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table stamps (
        account_id text not null,
        machine text not null,
        day date not null,
        position text not null,
        nodes numeric not null,
        analyses integer not null,
        primary key (account_id, machine, day, position)
      )`);
    this.addSql(`create index stamps_by_day on stamps (day)`);
    this.addSql(`create table account_names (account_id text primary key, name text not null)`);
  }
}

export const migrations = [{ name: '0002-boards', class: BoardsMigration }];
