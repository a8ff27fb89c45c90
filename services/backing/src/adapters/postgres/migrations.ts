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

/**
 * Seeds of each pass, so that the next best one shows when a pass is taken out. The latest ones are known already; the
 * others come when the projection of the seeds reads the analyses from the first event.
 */
const seedsByPass = [
  `alter table seeds rename to latest_seeds`,
  `create table seeds (
    position ${text} not null,
    uci ${text} not null,
    pass_id ${text} not null,
    cp integer not null,
    source text not null,
    source_nodes bigint not null,
    budget_nodes bigint not null,
    width integer not null,
    completed_at_ms bigint not null,
    constraint seeds_of_pass_pkey primary key (position, uci, pass_id)
  )`,
  `create index seeds_by_pass on seeds (pass_id)`,
  `insert into seeds
     select position, uci, pass_id, cp, source, source_nodes, budget_nodes, width, completed_at_ms from latest_seeds`,
  `drop table latest_seeds`,
  `create table retracted_passes (pass_id ${text} primary key)`,
];

class RetractionsMigration extends Migration {
  override up(): void {
    for (const statement of seedsByPass) this.addSql(statement);
  }
}

export const migrations = [
  { name: '0002-values', class: ValuesMigration },
  { name: '0003-retractions', class: RetractionsMigration },
];
