import type { Tx } from '../transaction';

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
