import type { Tx } from '@atomicdb/event-store';
import type { Stamp } from '../../domain/stamp';

/** Each pass once, and none that was retracted, whichever came first. */
export async function addStamps(tx: Tx, stamps: readonly Stamp[]): Promise<void> {
  await tx.query(
    'add-stamps',
    `insert into stamps (pass_id, account_id, machine, day, position, nodes)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[], $6::bigint[])
         as stamp (pass_id, account_id, machine, day, position, nodes)
      where not exists (select from retracted_passes r where r.pass_id = stamp.pass_id)
     on conflict (pass_id) do nothing`,
    [
      stamps.map(({ passId }) => passId),
      stamps.map(({ accountId }) => accountId),
      stamps.map(({ machine }) => machine),
      stamps.map(({ day }) => day),
      stamps.map(({ position }) => position),
      stamps.map(({ nodes }) => nodes),
    ],
  );
}
