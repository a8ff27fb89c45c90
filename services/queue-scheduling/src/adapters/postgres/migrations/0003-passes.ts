import { Migration } from '@atomicdb/event-store';

/**
 * The passes of a position one by one, so that the next rung falls when the deepest is taken out. Of the passes known
 * until now only the deepest rung is kept: it stands in under a made-up id, so that nothing is asked for twice, until the
 * pass itself comes when the analyses are read again from the first event (under the processor's next version).
 */
const passes = [
  `create table passes (pass_id text primary key, position text not null, budget_nodes bigint not null)`,
  `create index passes_of_position on passes (position, budget_nodes)`,
  `create table retracted_passes (pass_id text primary key)`,
  `insert into passes (pass_id, position, budget_nodes)
     select 'before 0003 ' || position, position, budget_nodes from deepest_passes`,
  `drop table deepest_passes`,
  ...['consumer_progress', 'applied_versions', 'dead_letters'].map(
    (table) => `delete from ${table} where consumer = 'queue:analyses:1'`,
  ),
];

export class PassesMigration extends Migration {
  override up(): void {
    for (const statement of passes) this.addSql(statement);
  }
}
