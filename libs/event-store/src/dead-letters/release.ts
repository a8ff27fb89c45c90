import type { Tx } from '../database';

/** Which letters an operator means; what is left out is not asked for. */
export interface LetterChoice {
  readonly consumer?: string | undefined;
  readonly eventId?: string | undefined;
}

export interface LetterKey {
  readonly consumer: string;
  readonly eventId: string;
}

/**
 * Marks letters for their consumers to apply, and gives those that were not marked before. Releasing a waiting one gives
 * up the versions missing before it, so those that wait before it go along.
 */
export async function release(tx: Tx, { consumer, eventId }: LetterChoice): Promise<LetterKey[]> {
  const rows = await tx.query<{ consumer: string; event_id: string }>(
    'release-letters',
    `update dead_letters as letter set released_at = now()
      where released_at is null
        and ($1::text is null or consumer = $1)
        and ($2::uuid is null or event_id = $2 or kind = 'waiting' and exists (
              select from dead_letters as chosen
               where chosen.event_id = $2 and chosen.kind = 'waiting' and chosen.consumer = letter.consumer
                 and chosen.owner = letter.owner and chosen.stream = letter.stream
                 and chosen.version > letter.version))
      returning consumer, event_id`,
    [consumer ?? null, eventId ?? null],
  );
  return rows.map((row) => ({ consumer: row.consumer, eventId: row.event_id }));
}
