import type { Tx } from '../database';
import type { DeadLetterKind } from './dead-letter';

/** A letter that could not be applied lies still again, with its new reason. */
export async function putBack(
  tx: Tx,
  consumer: string,
  eventId: string,
  kind: DeadLetterKind,
  reason: string,
): Promise<void> {
  await tx.query(
    'put-back',
    `update dead_letters
        set kind = $3, reason = $4, attempts = attempts + 1, tried_at = now(), released_at = null
      where consumer = $1 and event_id = $2`,
    [consumer, eventId, kind, reason],
  );
}
