import { Migration } from '@atomicdb/event-store';

/** Text is compared by code unit, as the rules do. */
const text = `text collate "C"`;

class ValuesMigration extends Migration {
  override up(): void {
    this.addSql(graphTables);
    this.addSql(passTable);
    this.addSql(`create index passes_by_position on passes (position)`);
    this.addSql(seedTable);
    this.addSql(requestTable);
    this.addSql(`create index requests_open on requests (position) where state <> 'closed'`);
    this.addSql(valueTable);
    this.addSql(changeTable);
    this.addSql(writerTable);
    this.addSql(`insert into writer (epoch) values (0)`);
  }
}

const graphTables = `
  create table positions (
    position ${text} primary key,
    legal integer not null,
    status text,
    gate text,
    plies integer
  );
  create table moves (
    position ${text} not null,
    uci ${text} not null,
    child ${text} not null,
    primary key (position, uci)
  )`;

const passTable = `
  create table passes (
    pass_id ${text} primary key,
    position ${text} not null,
    budget_nodes bigint not null,
    searched_nodes bigint not null,
    completed_at_ms bigint not null,
    line_moves text[] not null,
    line_cps integer[] not null
  )`;

const seedTable = `
  create table seeds (
    position ${text} not null,
    uci ${text} not null,
    cp integer not null,
    source text not null,
    source_nodes bigint not null,
    budget_nodes bigint not null,
    width integer not null,
    completed_at_ms bigint not null,
    pass_id ${text} not null,
    rank integer not null,
    ply integer not null,
    primary key (position, uci)
  )`;

const requestTable = `
  create table requests (
    request_id ${text} primary key,
    position ${text} not null,
    state text not null,
    version integer not null
  )`;

const valueTable = `
  create table backed_values (
    position ${text} primary key,
    status text,
    gate text,
    value integer,
    kind text not null,
    move text,
    nodes bigint,
    plies integer,
    anchor text,
    point integer
  )`;

/** Written by the live projection only and emptied by the reaction that publishes: never compared after a rebuild. */
const changeTable = `
  create table changes (
    id bigint generated always as identity primary key,
    position text not null,
    was jsonb not null,
    now jsonb not null,
    traceparent text
  )`;

/** One row: whoever raised the epoch last is the one writer of the values. */
const writerTable = `create table writer (epoch bigint not null)`;

export const migrations = [{ name: '0002-values', class: ValuesMigration }];
