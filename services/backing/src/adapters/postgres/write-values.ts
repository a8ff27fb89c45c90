import type { Tx } from '@atomicdb/event-store';
import type { Standing } from '../../domain/standing';

export interface ValueWrite {
  readonly position: string;
  readonly standing: Standing;
  /** Key of the standing's anchor. */
  readonly anchor: string | null;
}

/** One row for every position of the graph, informed or not. */
export async function writeValues(tx: Tx, values: readonly ValueWrite[]): Promise<void> {
  await tx.query(
    'write-values',
    `insert into backed_values (position, status, gate, value, kind, move, nodes, plies, anchor, point)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $8::int[],
                          $9::text[], $10::int[])
     on conflict (position) do update
       set status = excluded.status, gate = excluded.gate, value = excluded.value, kind = excluded.kind,
           move = excluded.move, nodes = excluded.nodes, plies = excluded.plies, anchor = excluded.anchor,
           point = excluded.point`,
    [
      values.map(({ position }) => position),
      values.map(({ standing }) => standing.closure?.status ?? null),
      values.map(({ standing }) => standing.closure?.gate ?? null),
      values.map(({ standing }) => standing.value),
      values.map(({ standing }) => standing.kind),
      values.map(({ standing }) => standing.move),
      values.map(({ standing }) => standing.nodes),
      values.map(({ standing }) => standing.plies),
      values.map(({ anchor }) => anchor),
      values.map(({ standing }) => standing.point),
    ],
  );
}
