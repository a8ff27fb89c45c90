import { CANONICAL_VERSION } from '@atomicdb/chess';
import { Migration, type Database } from '@atomicdb/event-store';

/** Keeps by which version of the identity rule the stored positions are keyed: that of the events, else the code's. */
export class IdentityRuleMigration extends Migration {
  override up(): void {
    this.addSql(`create table identity_rule (canonical_version integer not null)`);
    this.addSql(`
      insert into identity_rule
      select coalesce((select canonical_version from events order by position limit 1), ${CANONICAL_VERSION})`);
  }
}

/**
 * Throws where the stored keys follow another version of the identity rule: two keys for one position would hide a
 * repetition, one key for two would mix their values. Source: positions.md, "Identity", last paragraph.
 */
export async function checkIdentityRule(database: Database): Promise<void> {
  const rows = await database.query<{ version: number }>(
    'identity-rule',
    `select canonical_version as version from identity_rule`,
  );
  const stored = rows.map(({ version }) => version);
  if (stored.length === 1 && stored[0] === CANONICAL_VERSION) return;
  throw new Error(
    `The positions of this database are keyed by version ${stored.join(', ') || 'unknown'} of the identity rule, ` +
      `this release keys by version ${CANONICAL_VERSION}: start the release that wrote them, or one that re-keys them.`,
  );
}
