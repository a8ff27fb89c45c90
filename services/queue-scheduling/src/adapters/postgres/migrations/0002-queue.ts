import { Migration } from '@atomicdb/event-store';
import { orderSql } from './order-sql';

/** State of the commons: a fold over the service's own events, rebuilt from them. */
const folded = [
  `create table commons (
     id boolean primary key default true check (id),
     clock bigint not null default 0,
     last_seq bigint not null default 0,
     last_lease bigint not null default 0
   )`,
  `insert into commons default values`,
  `create table account_clocks (
     account_id text primary key,
     tag bigint not null default 0,
     last_lease bigint not null default -1,
     last_ord bigint not null default 0
   )`,
  `create table requests (
     request_id text primary key,
     position text not null,
     budget_nodes bigint not null,
     state text not null check (state in ('PENDING', 'LEASED', 'COMPLETED', 'CANCELLED')),
     author_account_id text not null,
     paid_tag bigint
   )`,
  `create unique index requests_open on requests (position, budget_nodes) where state in ('PENDING', 'LEASED')`,
  `create table names (
     request_id text not null references requests,
     account_id text not null,
     "position" text not null,
     variant text not null,
     budget_nodes bigint not null,
     asked_at bigint not null,
     seq bigint not null,
     ord bigint not null,
     joined_at timestamptz not null,
     waiting boolean not null,
     primary key (request_id, account_id)
   )`,
  `create index names_waiting on names (account_id, ord) where waiting`,
  `create index names_of_account on names (account_id)`,
  `create table leases (
     lease_id text primary key,
     lease_number bigint not null unique,
     request_id text not null,
     worker_account_id text not null,
     session_id text not null,
     ended text
   )`,
  `create unique index leases_held on leases (request_id) where ended is null`,
];

/** Kept beside the events: secrets, beats, results on their way, receipts. A rebuild leaves them as they are. */
const kept = [
  `create table lease_tokens (
     lease_id text primary key,
     token_hash bytea not null,
     nodes bigint not null default 0,
     expires_at timestamptz not null,
     live boolean not null default true
   )`,
  `create index lease_tokens_live on lease_tokens (expires_at) where live`,
  `create table deliveries (
     request_id text primary key,
     lease_id text not null,
     pass_id text not null,
     accepted_at timestamptz not null,
     open boolean not null default true
   )`,
  `create index deliveries_open on deliveries (accepted_at) where open`,
  `create table receipts (
     receipt_id uuid primary key,
     at timestamptz not null default clock_timestamp(),
     door text not null,
     account_id text not null,
     request_id text,
     position text,
     budget_nodes bigint,
     result text not null
   )`,
];

/** Projections of other services' events. */
const learned = [
  `create table deepest_passes (position text primary key, budget_nodes bigint not null)`,
  `create table closed_positions (position text primary key, status text not null)`,
];

export class QueueMigration extends Migration {
  override up(): void {
    for (const statement of [...folded, ...kept, ...learned, ...orderSql]) this.addSql(statement);
  }
}
