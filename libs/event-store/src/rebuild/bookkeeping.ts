import type { Tx } from '../transaction';
import { lockPatiently } from './switch-tables';
import { quoted, shadowOf } from './schemas';

const bookTables = ['consumer_progress', 'applied_versions', 'dead_letters'];

/**
 * Waits for the batches under way and holds the service's consumers back until the transaction ends. The tables stay
 * readable, and no transaction id is taken: the feeds go on.
 */
export async function holdConsumers(tx: Tx, schema: string, tables: readonly string[]): Promise<void> {
  const at = (table: string) => `${quoted(schema)}.${quoted(table)}`;
  await lockPatiently(tx, `lock table ${bookTables.map(at).join(', ')} in exclusive mode`);
  await lockPatiently(tx, `lock table ${tables.map(at).join(', ')} in share row exclusive mode`);
}

/** Stream versions and dead letters as the rebuilt tables have them; what is equal is not touched. */
export async function takeOverBooks(tx: Tx, schema: string, consumers: readonly string[]): Promise<void> {
  const [live, shadow] = [quoted(schema), quoted(shadowOf(schema))];
  const versions = 'consumer, owner, stream, version, missing';
  await tx.query(
    '',
    `delete from ${live}.applied_versions l where consumer = any($1::text[]) and not exists (
       select from ${shadow}.applied_versions s where (s.consumer, s.owner, s.stream) = (l.consumer, l.owner, l.stream))`,
    [consumers],
  );
  await tx.query(
    '',
    `insert into ${live}.applied_versions (${versions})
     select ${versions} from ${shadow}.applied_versions where consumer = any($1::text[])
     except select ${versions} from ${live}.applied_versions where consumer = any($1::text[])
     on conflict (stream, owner, consumer) do update set version = excluded.version, missing = excluded.missing`,
    [consumers],
  );
  await tx.query(
    '',
    `delete from ${live}.dead_letters l where consumer = any($1::text[]) and not exists (
       select from ${shadow}.dead_letters s where (s.consumer, s.event_id) = (l.consumer, l.event_id))`,
    [consumers],
  );
  await tx.query(
    '',
    `insert into ${live}.dead_letters select * from ${shadow}.dead_letters where consumer = any($1::text[])
     on conflict do nothing`,
    [consumers],
  );
}

/**
 * Versions that an operator gave up are given up again: a letter that waits only here was released there. It is marked
 * for the rebuilding consumer. Gives how many.
 */
export async function releaseAsLive(tx: Tx, schema: string, consumer: string): Promise<number> {
  const [live, shadow] = [quoted(schema), quoted(shadowOf(schema))];
  const rows = await tx.query(
    '',
    `update ${shadow}.dead_letters s set released_at = now()
      where consumer = $1 and kind = 'waiting' and released_at is null and not exists (
        select from ${live}.dead_letters l where (l.consumer, l.event_id) = (s.consumer, s.event_id))
      returning event_id`,
    [consumer],
  );
  return rows.length;
}
