import type { Migration as OfMikroOrm } from '@mikro-orm/migrations';

type Ran = Pick<
  OfMikroOrm,
  'up' | 'down' | 'isTransactional' | 'addSql' | 'getQueries' | 'reset' | 'setTransactionContext'
>;

/** A step may take long on a large database, and its service serves nobody yet. */
const opening: ReturnType<Ran['getQueries']> = ['set local statement_timeout = 0'];

/**
 * One step forward of a schema: `up` adds statements, which run in one transaction. In the place of MikroORM's class of
 * this name, which comes with its migrator and everything that loads: what only reads a store never migrates.
 */
export abstract class Migration implements Ran {
  private queries = [...opening];

  abstract up(): Promise<void> | void;

  down(): void {
    throw new Error('This migration cannot be reverted');
  }

  isTransactional(): boolean {
    return true;
  }

  addSql(sql: Parameters<Ran['addSql']>[0]): void {
    this.queries.push(sql);
  }

  getQueries(): ReturnType<Ran['getQueries']> {
    return this.queries;
  }

  reset(): void {
    this.queries = [...opening];
  }

  /** The runner executes the statements itself: nothing here needs its transaction. */
  setTransactionContext(): void {}
}
