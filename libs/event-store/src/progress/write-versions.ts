import type { Tx } from '../transaction';

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
     on conflict (stream, owner, consumer) do update set version = excluded.version`,
    [consumer, owner, [...versions.keys()], [...versions.values()]],
  );
}
