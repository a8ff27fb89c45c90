import type { Tx } from '../database';
import { following, type ReadStream } from './following';

/** Marks the waiting letters next in order for the consumer's next transactions. */
export async function releaseFollowing(
  tx: Tx,
  { consumer, owner, stream }: ReadStream,
  after: number,
): Promise<void> {
  await tx.query(
    'release-following',
    `update dead_letters set released_at = now()
      where consumer = $1 and event_id in (${following}) and released_at is null`,
    [consumer, owner, stream, after],
  );
}
