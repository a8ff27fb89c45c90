import type { Tx } from '../transaction';

/** Last version of each stream that has events. */
export async function streamVersions(tx: Tx, streams: readonly string[]): Promise<Map<string, number>> {
  if (streams.length === 0) return new Map();
  const rows = await tx.query<{ stream: string; version: number }>(
    'stream-versions',
    `select wanted.stream, last.version
       from unnest($1::text[]) as wanted(stream)
       cross join lateral (
         select version from events where events.stream = wanted.stream order by version desc limit 1
       ) as last`,
    [streams],
  );
  return new Map(rows.map((row) => [row.stream, row.version]));
}
