import { Migration } from '@atomicdb/event-store';

class AccountsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table accounts (
        account_id text primary key,
        name text not null,
        name_key text not null constraint one_account_a_name unique,
        operator boolean not null
      )`);
    this.addSql(`
      create table credentials (
        account_id text primary key references accounts,
        password_hash text not null
      )`);
    this.addSql(`
      create table worker_sessions (
        session_id uuid primary key,
        account_id text not null references accounts,
        machine text not null,
        token_hash text not null,
        expires_at timestamptz not null
      )`);
    this.addSql(`create index sessions_of_account on worker_sessions (account_id)`);
  }
}

export const migrations = [{ name: '0002-accounts', class: AccountsMigration }];
