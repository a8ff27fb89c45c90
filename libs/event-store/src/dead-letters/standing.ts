import type { Tx } from '../database';
import type { LetterKey } from './release';

export interface LetterStanding extends LetterKey {
  readonly reason: string;
  /** Whether its consumer has yet to try it. */
  readonly isReleased: boolean;
}

/** What has become of these events' letters; one that was applied is no longer there. */
export async function standing(tx: Tx, eventIds: readonly string[]): Promise<LetterStanding[]> {
  const rows = await tx.query<{ consumer: string; event_id: string; reason: string; released: boolean }>(
    'standing-of-letters',
    `select consumer, event_id, reason, released_at is not null as released from dead_letters
      where event_id = any($1::uuid[]) order by consumer, stream, version`,
    [eventIds],
  );
  return rows.map((row) => ({
    consumer: row.consumer,
    eventId: row.event_id,
    reason: row.reason,
    isReleased: row.released,
  }));
}
