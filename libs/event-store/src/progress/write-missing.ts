import type { Tx } from '../transaction';

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
