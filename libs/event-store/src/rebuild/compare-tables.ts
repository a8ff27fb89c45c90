import type { Database } from '../database';
import type { Tx } from '../transaction';
import { hashTable, type TableHash } from './hash-table';
import { shadowOf } from './schemas';

export interface TableComparison {
  readonly table: string;
  readonly live: TableHash;
  readonly rebuilt: TableHash;
}

export function isEqual({ live, rebuilt }: TableComparison): boolean {
  return live.rows === rebuilt.rows && live.sha256 === rebuilt.sha256;
}

async function compareTables(tx: Tx, schema: string, tables: readonly string[]): Promise<TableComparison[]> {
  const compared: TableComparison[] = [];
  for (const table of tables) {
    const live = await hashTable(tx, schema, table);
    compared.push({ table, live, rebuilt: await hashTable(tx, shadowOf(schema), table) });
  }
  return compared;
}

/**
 * Compares live and rebuilt tables as they are at one moment, while writing goes on: only the moment itself is held.
 *
 * @param hold stops whoever writes the tables and brings the rebuilt ones to the same event; held until it has begun
 */
export async function compareAtOneMoment(
  live: Database,
  tables: readonly string[],
  hold: (tx: Tx) => Promise<void>,
): Promise<TableComparison[]> {
  let comparing: Promise<TableComparison[]> = Promise.resolve([]);
  await live.transaction(async (tx) => {
    await hold(tx);
    const begun = new Promise<void>((begin) => {
      comparing = live.snapshot(async (reader) => {
        await reader.query('', 'select pg_current_snapshot()');
        begin();
        return compareTables(reader, live.service, tables);
      });
    });
    await Promise.race([begun, comparing]);
  });
  return comparing;
}
