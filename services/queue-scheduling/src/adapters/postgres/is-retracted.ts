import type { Tx } from '@atomicdb/event-store';

export async function isRetracted(tx: Tx, passId: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    'is-retracted',
    `select exists (select from retracted_passes where pass_id = $1) as found`,
    [passId],
  );
  return row?.found ?? false;
}
