import { Migration } from '@atomicdb/event-store';
import { IdentityRuleMigration } from './identity-rule';

class GraphMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table positions (
        position text primary key,
        legal integer not null,
        status text,
        gate text,
        plies integer
      )`);
    this.addSql(`
      create table moves (
        position text not null,
        uci text not null,
        child text not null,
        primary key (position, uci)
      )`);
  }
}

export const migrations = [
  { name: '0002-graph', class: GraphMigration },
  { name: '0003-identity-rule', class: IdentityRuleMigration },
];
