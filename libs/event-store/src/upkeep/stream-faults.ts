import { wholeStoreMs, type Tx } from '../transaction';

/** Streams whose versions are not 1 to n without a gap. */
export async function streamFaults(tx: Tx): Promise<string[]> {
  await tx.allowStatements(wholeStoreMs);
  const rows = await tx.query<{ stream: string; first: number; last: number; count: string }>(
    'stream-faults',
    `select stream, min(version) as first, max(version) as last, count(*) as count from events
      group by stream having min(version) <> 1 or max(version) <> count(*) order by stream`,
  );
  return rows.map(
    ({ stream, first, last, count }) =>
      `${stream} has ${count} events with versions from ${first} to ${last}`,
  );
}
