import type { Tx } from '@atomicdb/event-store';
import { comparePassOrder, orderOf, type Pass } from '../../domain/pass';
import { readPass, type PassRow } from './stored-rows';

/** Takes those of the passes out that are retracted; the positions that lost one, each with the pass it has now. */
export async function dropRetractedPasses(
  tx: Tx,
  passIds: readonly string[],
): Promise<Map<string, Pass | null>> {
  const dropped = await tx.query<{ position: string }>(
    'drop-retracted-passes',
    `delete from passes p using retracted_passes r
      where p.pass_id = any($1::text[]) and r.pass_id = p.pass_id returning p.position`,
    [passIds],
  );
  const current = new Map<string, Pass | null>(dropped.map(({ position }) => [position, null]));
  if (current.size === 0) return current;
  const rows = await tx.query<PassRow>(
    'read-passes',
    `select * from passes where position = any($1::text[])`,
    [[...current.keys()]],
  );
  for (const row of rows) {
    const pass = readPass(row);
    const known = current.get(row.position) ?? null;
    if (known === null || comparePassOrder(orderOf(pass), orderOf(known)) > 0)
      current.set(row.position, pass);
  }
  return current;
}
