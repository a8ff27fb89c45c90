import type { Tx } from '@atomicdb/event-store';

export async function writeRetractions(tx: Tx, passIds: readonly string[]): Promise<void> {
  await tx.query(
    'write-retractions',
    `insert into retracted_passes (pass_id) select distinct unnest($1::text[]) on conflict do nothing`,
    [passIds],
  );
}
