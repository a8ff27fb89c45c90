import { Migration } from '../migration';

/**
 * The event store of one service: its events (which are the outbox), how far its consumers came, and what they set aside.
 * The feed is read in the order (tx_id, position): source reliability.md, "Rules the code keeps" 2.
 */
export class EventStoreMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table events (
        position bigint generated always as identity primary key,
        tx_id xid8 not null default pg_current_xact_id(),
        event_id uuid not null unique,
        stream text not null,
        version integer not null check (version > 0),
        type text not null,
        schema_version integer not null,
        occurred_at timestamptz not null,
        canonical_version integer not null,
        traceparent text,
        payload bytea not null,
        unique (stream, version)
      )`);
    this.addSql(`create index events_feed on events (tx_id, position)`);
    this.addSql(`
      create table consumer_progress (
        consumer text not null,
        source text not null,
        partition integer not null,
        cursor text not null,
        primary key (consumer, source, partition)
      )`);
    this.addSql(`
      create table applied_versions (
        consumer text not null,
        owner text not null,
        stream text not null,
        version integer not null,
        primary key (consumer, owner, stream)
      )`);
    this.addSql(`
      create table dead_letters (
        consumer text not null,
        event_id uuid not null,
        owner text not null,
        source text not null,
        partition integer not null,
        cursor text not null,
        type text not null,
        schema_version integer not null,
        stream text not null,
        version integer not null,
        occurred_at timestamptz not null,
        producer text not null,
        canonical_version integer not null,
        traceparent text,
        payload bytea not null,
        reason text not null,
        set_aside_at timestamptz not null default now(),
        primary key (consumer, event_id)
      )`);
  }
}
