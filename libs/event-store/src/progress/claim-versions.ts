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

/**
 * Moves each stream to a version before it is known whether its events can be applied, which they nearly always can: one
 * statement for what else is read and then written. The caller writes again what came otherwise.
 */
export async function claimVersions(
  tx: Tx,
  consumer: string,
  owner: string,
  versions: ReadonlyMap<string, number>,
): Promise<Claim> {
  const rows = await tx.query<ClaimedStream & { stream: string; waiting: boolean }>(
    'claim-versions',
    `insert into applied_versions as known (consumer, owner, stream, version)
     select $1, $2, * from unnest($3::text[], $4::int[]) as claimed (stream, version) order by stream
     on conflict (stream, owner, consumer) do update set version = excluded.version
       where known.version < excluded.version
     returning stream, coalesce(old.version, 0) as version, coalesce(old.missing, '{}') as missing,
       exists (select from dead_letters where kind = 'waiting' and consumer = $1 and owner = $2) as waiting`,
    [consumer, owner, [...versions.keys()], [...versions.values()]],
  );
  return {
    before: new Map(rows.map(({ stream, version, missing }) => [stream, { version, missing }])),
    areWaiting: rows.some(({ waiting }) => waiting),
  };
}
