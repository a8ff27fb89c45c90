import { Migration } from '../migration';

/**
 * Dead letters with their kind and their times, and streams with the versions that were given up.
 *
 * Until now a stream's row told only of the types its consumer handles, so that the next version of any other type
 * would look like a gap. Every consumer therefore reads its topics once again from the start: what it has applied it
 * passes over by version, and every stream is known to its last version when the head is reached. What was set aside
 * counts as passed. The relay's progress stays.
 */
export class DeadLettersMigration extends Migration {
  override up(): void {
    this.addSql(`
      alter table dead_letters
        add kind text not null default 'unreadable' check (kind in ('unreadable', 'poison', 'waiting')),
        add attempts integer not null default 1,
        add tried_at timestamptz,
        add released_at timestamptz`);
    this.addSql(`update dead_letters set kind = 'poison' where reason like 'poison: %'`);
    this.addSql(`alter table dead_letters alter kind drop default, alter attempts drop default`);
    this.addSql(
      `create index dead_letters_released on dead_letters (consumer) where released_at is not null`,
    );
    this.addSql(`
      create unique index dead_letters_waiting on dead_letters (consumer, owner, stream, version)
        where kind = 'waiting'`);
    this.addSql(`alter table applied_versions add missing integer[] not null default '{}'`);
    this.addSql(`
      insert into applied_versions (consumer, owner, stream, version)
        select consumer, owner, stream, max(version) from dead_letters where version > 0 group by 1, 2, 3
        on conflict (consumer, owner, stream)
        do update set version = greatest(applied_versions.version, excluded.version)`);
    this.addSql(`delete from consumer_progress where consumer <> 'relay'`);
  }
}
