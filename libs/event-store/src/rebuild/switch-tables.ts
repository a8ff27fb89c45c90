import type { Tx } from '../transaction';
import { quoted, retiredOf, shadowOf } from './schemas';

/** Less than the second after which the server looks for deadlocks: the switch yields, never a reader. */
const lockWaitMs = 200;
const pauseMs = 50;
const mostTries = 600;
const lockNotAvailable = '55P03';

/** Locks what the statement names, for the rest of the transaction; yields to whoever holds it, and tries again. */
export async function lockPatiently(tx: Tx, statement: string): Promise<void> {
  await tx.query('', `set local lock_timeout = ${lockWaitMs}`);
  for (let tries = 1; ; tries += 1) {
    await tx.query('', 'savepoint patient');
    try {
      await tx.query('', statement);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || tries === mostTries) throw error;
      await tx.query('', 'rollback to savepoint patient');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  await tx.query('', 'set local lock_timeout = 0');
}

interface View {
  readonly name: string;
  readonly definition: string;
}

/** Views know their tables by number: they are made again by name once the tables have changed places. */
function viewsOf(tx: Tx, schema: string): Promise<View[]> {
  return tx.query<View>(
    'views-of-schema',
    `select relname as name, pg_get_viewdef(oid) as definition from pg_class
      where relnamespace = $1::text::regnamespace and relkind = 'v' order by oid`,
    [quoted(schema)],
  );
}

/**
 * Puts the rebuilt tables in the place of the live ones, and those into the schema of the old. Whoever reads waits for
 * the end of the transaction and then reads the new ones; prepared statements are analysed again by the server.
 */
export async function switchTables(tx: Tx, schema: string, tables: readonly string[]): Promise<void> {
  const views = await viewsOf(tx, schema);
  const live = [...views.map(({ name }) => name), ...tables].map((name) => at(schema, name));
  // Views first, as readers lock them; their tables follow by themselves.
  await lockPatiently(tx, `lock table ${live.join(', ')} in access exclusive mode`);
  const retired = tables.map((table) => at(retiredOf(schema), table));
  await tx.query('', `drop table if exists ${retired.join(', ')} cascade`);
  for (const table of tables) await move(tx, schema, retiredOf(schema), table);
  for (const table of tables) await move(tx, shadowOf(schema), schema, table);
  for (const { name, definition } of views)
    await tx.query('', `create or replace view ${at(schema, name)} as ${definition}`);
}

const at = (schema: string, name: string) => `${quoted(schema)}.${quoted(name)}`;

async function move(tx: Tx, from: string, to: string, table: string): Promise<void> {
  await tx.query('', `alter table ${at(from, table)} set schema ${quoted(to)}`);
}
