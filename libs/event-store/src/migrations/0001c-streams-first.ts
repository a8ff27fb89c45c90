import { Migration } from '../migration';

/** The stream leads the key: the other two columns are alike in nearly all rows, and comparing them first cost a fifth of a write. */
export class StreamsFirstMigration extends Migration {
  override up(): void {
    this.addSql(`
      alter table applied_versions
        drop constraint applied_versions_pkey,
        add primary key (stream, owner, consumer)`);
  }
}
