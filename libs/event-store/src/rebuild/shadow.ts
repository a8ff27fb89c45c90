import { Database, type DatabaseOptions } from '../database';
import type { Tx } from '../transaction';
import { clearSchema, hasSchema, quoted, retiredOf, shadowOf } from './schemas';

export interface Shadow {
  readonly database: Database;
  /** Tables of an unfinished rebuild of the same kind were found. */
  readonly isResumed: boolean;
}

async function readMark(database: Database): Promise<string | null> {
  return database.transaction(async (tx) => {
    const [found] = await tx.query<{ found: boolean }>(
      'has-mark',
      `select to_regclass('rebuild_mark') is not null as found`,
    );
    if (!found?.found) return null;
    const [row] = await tx.query<{ mark: string }>('read-mark', `select mark from rebuild_mark`);
    return row?.mark ?? null;
  });
}

/** Last, so that an unfinished schema has none and is made anew. */
async function writeMark(tx: Tx, mark: string): Promise<void> {
  await tx.query('', `create table rebuild_mark (mark text primary key)`);
  await tx.query('', `insert into rebuild_mark values ($1)`, [mark]);
}

/**
 * The schema beside the live one in which the same code folds the events again, made by the same migrations.
 *
 * @param mark tells what is rebuilt by which code: what another mark left there is thrown away
 */
export async function openShadow(options: DatabaseOptions, mark: string): Promise<Shadow> {
  const schema = shadowOf(options.service);
  const database = await Database.open({ ...options, schema });
  try {
    if (!(await database.transaction((tx) => hasSchema(tx, schema))))
      throw new Error(`There is no schema ${schema}: start this release once, it makes what is missing.`);
    const isResumed = (await readMark(database)) === mark;
    if (!isResumed) {
      await database.transaction((tx) => clearSchema(tx, schema));
      await database.migrate();
      await database.transaction((tx) => writeMark(tx, mark));
    }
    return { database, isResumed };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Throws away what was rebuilt. */
export function clearShadow(database: Database): Promise<void> {
  return database.transaction((tx) => clearSchema(tx, shadowOf(database.service)));
}

/** Drops the tables that were switched out. */
export function dropRetired(database: Database): Promise<void> {
  return database.transaction((tx) => clearSchema(tx, retiredOf(database.service)));
}

/** In the transaction of the switch: what is left in the schema is of no use to a later rebuild. */
export async function removeMark(tx: Tx, schema: string): Promise<void> {
  await tx.query('', `drop table ${quoted(shadowOf(schema))}.rebuild_mark`);
}
