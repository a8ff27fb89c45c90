import type { Tx } from '@atomicdb/event-store';
import type { AddedPosition } from '@atomicdb/events';

export async function writePositions(tx: Tx, added: readonly AddedPosition[]): Promise<void> {
  await tx.query(
    'write-positions',
    `insert into positions (position, legal, status, gate, plies)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[])
     on conflict (position) do update
       set legal = excluded.legal, status = excluded.status, gate = excluded.gate, plies = excluded.plies`,
    [
      added.map(({ position }) => position),
      added.map(({ legal }) => legal),
      added.map(({ closure }) => closure?.status ?? null),
      added.map(({ closure }) => closure?.gate ?? null),
      added.map(({ closure }) => closure?.plies ?? null),
    ],
  );
}
