import type { Tx } from './transaction';

/** How far a consumer came in each partition of a source. */
export async function readCursors(tx: Tx, consumer: string, source: string): Promise<Map<number, string>> {
  const rows = await tx.query<{ partition: number; cursor: string }>(
    'read-cursors',
    `select partition, cursor from consumer_progress where consumer = $1 and source = $2`,
    [consumer, source],
  );
  return new Map(rows.filter((row) => row.cursor).map((row) => [row.partition, row.cursor]));
}

/**
 * The cursor of one partition, its row locked until the transaction ends: two members of a group that both believe to
 * own the partition apply one after the other, and the second sees what the first did. Null before the first event.
 */
export async function lockCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
): Promise<string | null> {
  const place = [consumer, source, partition];
  const found = await lockRow(tx, place);
  if (found !== undefined) return found || null;
  await tx.query(
    'make-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, '')
     on conflict do nothing`,
    place,
  );
  return (await lockRow(tx, place)) || null;
}

async function lockRow(tx: Tx, place: readonly unknown[]): Promise<string | undefined> {
  const [row] = await tx.query<{ cursor: string }>(
    'lock-cursor',
    `select cursor from consumer_progress where consumer = $1 and source = $2 and partition = $3 for update`,
    place,
  );
  return row?.cursor;
}

export async function writeCursor(
  tx: Tx,
  consumer: string,
  source: string,
  partition: number,
  cursor: string,
): Promise<void> {
  await tx.query(
    'write-cursor',
    `insert into consumer_progress (consumer, source, partition, cursor) values ($1, $2, $3, $4)
     on conflict (consumer, source, partition) do update set cursor = excluded.cursor`,
    [consumer, source, partition, cursor],
  );
}

/** How far a consumer came in one stream. */
export interface StreamProgress {
  /** Last version applied or passed by; 0 before the first. */
  readonly version: number;
  /** Versions below it that never came and were given up: each is applied should it come after all. */
  readonly missing: readonly number[];
  /** Whether later versions wait among the dead letters. */
  readonly waiting: boolean;
}

/**
 * The progress in each of these streams, of which none is named twice. Each is looked up by itself (`limit` keeps the
 * joins apart): before the table is analysed the planner reads all streams of the consumer instead.
 */
export async function readStreams(
  tx: Tx,
  consumer: string,
  owner: string,
  streams: readonly string[],
): Promise<Map<string, StreamProgress>> {
  const rows = await tx.query<StreamProgress & { stream: string }>(
    'read-streams',
    `select named.stream, coalesce(applied.version, 0) as version, coalesce(applied.missing, '{}') as missing,
            coalesce(letter.waiting, false) as waiting
       from unnest($3::text[]) as named (stream)
       left join lateral (
         select version, missing from applied_versions
          where consumer = $1 and owner = $2 and stream = named.stream limit 1
       ) as applied on true
       left join lateral (
         select true as waiting from dead_letters
          where kind = 'waiting' and consumer = $1 and owner = $2 and stream = named.stream limit 1
       ) as letter on true`,
    [consumer, owner, streams],
  );
  return new Map(rows.map(({ stream, ...progress }) => [stream, progress]));
}

export async function writeVersions(
  tx: Tx,
  consumer: string,
  owner: string,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    'write-versions',
    `insert into applied_versions (consumer, owner, stream, version)
     select $1, $2, * from unnest($3::text[], $4::int[])
     on conflict (consumer, owner, stream) do update set version = excluded.version`,
    [consumer, owner, [...versions.keys()], [...versions.values()]],
  );
}

/** The versions of one stream that are given up, for a stream that has a row. */
export async function writeMissing(
  tx: Tx,
  consumer: string,
  owner: string,
  stream: string,
  missing: readonly number[],
): Promise<void> {
  await tx.query(
    'write-missing',
    `update applied_versions set missing = $4 where consumer = $1 and owner = $2 and stream = $3`,
    [consumer, owner, stream, missing],
  );
}
