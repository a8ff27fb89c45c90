import type { Tx } from '@atomicdb/event-store';
import { AnalysisCompleted } from '@atomicdb/events';

/** All passes of a position, in no order. */
export async function readPasses(tx: Tx, position: string): Promise<AnalysisCompleted[]> {
  const rows = await tx.query<{ event: Buffer }>(
    'read-passes',
    `select event from passes where position = $1`,
    [position],
  );
  return rows.map(({ event }) => AnalysisCompleted.decode(event));
}
