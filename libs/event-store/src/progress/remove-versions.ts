import type { Tx } from '../transaction';

/** Streams of which nothing was applied and nothing passed by have no row. */
export async function removeVersions(
  tx: Tx,
  consumer: string,
  owner: string,
  streams: readonly string[],
): Promise<void> {
  await tx.query(
    'remove-versions',
    `delete from applied_versions where consumer = $1 and owner = $2 and stream = any($3::text[])`,
    [consumer, owner, streams],
  );
}
