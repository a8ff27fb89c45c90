import type { Tx } from '@atomicdb/event-store';

/** Takes these passes out, and keeps those out that come later. */
export async function retractPasses(tx: Tx, passIds: readonly string[]): Promise<void> {
  await tx.query(
    'retract-passes',
    `with retracted as (
       insert into retracted_passes (pass_id) select distinct unnest($1::text[]) on conflict do nothing
     )
     delete from passes where pass_id = any($1::text[])`,
    [passIds],
  );
}
