import type { Tx } from '../transaction';
import type { StreamProgress } from './read-streams';

/** Where a stream stood, and whether any letter of its consumer and owner waits. */
type ClaimedStream = Omit<StreamProgress, 'waiting'>;

export interface Claim {
  /** Streams that moved, as they were before; one that stood at its version or beyond is not among them. */
  readonly before: ReadonlyMap<string, ClaimedStream>;
  /** Whether letters of this consumer and owner wait, in whichever stream. */
  readonly areWaiting: boolean;
}

/** A stream that did not go on by one version; without a version it did not move. */
interface Exception {
  readonly stream: string;
  readonly version: number | null;
  readonly missing: readonly number[] | null;
  readonly waiting: boolean;
}

const none: readonly number[] = [];

/**
 * Moves each stream to a version before it is known whether its events can be applied, which they nearly always can: one
 * statement for what else is read and then written. The caller writes again what came otherwise. The server answers only
 * where a stream did not go on by one, as nearly every one does.
 */
export async function claimVersions(
  tx: Tx,
  consumer: string,
  owner: string,
  versions: ReadonlyMap<string, number>,
): Promise<Claim> {
  const rows = await tx.query<Exception>(
    'claim-versions',
    `with moved as (
       insert into applied_versions as known (consumer, owner, stream, version)
       select $1, $2, * from unnest($3::text[], $4::int[]) as claimed (stream, version) order by stream
       on conflict (stream, owner, consumer) do update set version = excluded.version
         where known.version < excluded.version
       returning stream, coalesce(old.version, 0) as version, coalesce(old.missing, '{}') as missing
     ), letters as (
       select exists (select from dead_letters where kind = 'waiting' and consumer = $1 and owner = $2) as waiting
     )
     select claimed.stream, moved.version, moved.missing, letters.waiting
       from unnest($3::text[], $4::int[]) as claimed (stream, version)
       cross join letters left join moved on moved.stream = claimed.stream
      where letters.waiting or moved.version is distinct from claimed.version - 1 or moved.missing <> '{}'`,
    [consumer, owner, [...versions.keys()], [...versions.values()]],
  );
  const exceptions = new Map(rows.map((row) => [row.stream, row]));
  const before = new Map<string, ClaimedStream>();
  for (const [stream, claimed] of versions) {
    const { version, missing } = exceptions.get(stream) ?? { version: claimed - 1, missing: none };
    if (version !== null) before.set(stream, { version, missing: missing ?? none });
  }
  return { before, areWaiting: rows.some(({ waiting }) => waiting) };
}
