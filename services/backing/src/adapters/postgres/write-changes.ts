import type { Tx } from '@atomicdb/event-store';
import type { HeadlineChange } from '../../domain/published';

export async function writeChanges(
  tx: Tx,
  changes: readonly HeadlineChange[],
  traceparent: string | null,
): Promise<void> {
  await tx.query(
    'write-changes',
    `insert into changes (position, was, now, traceparent)
     select position, was, now, $4 from unnest($1::text[], $2::jsonb[], $3::jsonb[]) with ordinality
         as change (position, was, now, n) order by n`,
    [
      changes.map(({ position }) => position),
      changes.map(({ was }) => JSON.stringify(was)),
      changes.map(({ now }) => JSON.stringify(now)),
      traceparent,
    ],
  );
}
