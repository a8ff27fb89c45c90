import type { Tx } from '@atomicdb/event-store';
import type { PositionHeadline } from '@atomicdb/rpc';
import { createGraph } from '../../domain/graph';
import { toHeadline } from '../../domain/headline';
import { notInformed } from '../../domain/standing';
import { readStanding, type ValueRow } from './stored-rows';

type HeadlineRow =
  ValueRow | { readonly [Column in keyof ValueRow]: Column extends 'position' ? string : null };

/** In the order asked for, without the positions that have not been announced. */
export async function readHeadlines(tx: Tx, positions: readonly string[]): Promise<PositionHeadline[]> {
  const rows = await tx.query<HeadlineRow>(
    'read-headlines',
    `select asked.position, v.status, v.gate, v.value, v.kind, v.move, v.nodes, v.plies, v.anchor, v.point
       from unnest($1::text[]) with ordinality as asked (position, rank)
       join positions using (position)
       left join backed_values as v using (position)
      order by asked.rank`,
    [positions],
  );
  const graph = createGraph();
  return rows.map((row) => ({
    position: row.position,
    headline: toHeadline(graph, row.kind === null ? notInformed : readStanding(graph, row)),
  }));
}
