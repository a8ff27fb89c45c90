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

/**
 * One stamp a pass, so that a pass can be taken out again. What the old sums were made of is not known here: the boards
 * are a projection of another name now and are folded again from the first event.
 */
class StampsByPassMigration extends Migration {
  override up(): void {
    this.addSql(`drop table stamps`);
    this.addSql(`
      create table stamps (
        pass_id text primary key,
        account_id text not null,
        machine text not null,
        day date not null,
        position text not null,
        nodes bigint not null
      )`);
    this.addSql(`create index stamps_by_day on stamps (day)`);
    this.addSql(`create table retracted_passes (pass_id text primary key)`);
    for (const table of ['consumer_progress', 'applied_versions', 'dead_letters'])
      this.addSql(`delete from ${table} where consumer = 'attribution:boards:1'`);
  }
}

export const migrations = [
  { name: '0002-boards', class: BoardsMigration },
  { name: '0003-stamps-by-pass', class: StampsByPassMigration },
];
