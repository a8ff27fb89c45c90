import type { Tx } from '@atomicdb/event-store';
import { createGraph, type Graph } from '../../domain/graph';
import { comparePassOrder, orderOf } from '../../domain/pass';
import {
  readClosure,
  readPass,
  readStanding,
  type MoveRowStored,
  type PassRow,
  type PositionRow,
  type ValueRow,
} from './stored-rows';

const pageSize = 20_000;

/** The whole graph as it was last committed, settled standings included. */
export async function loadGraph(tx: Tx): Promise<Graph> {
  const graph = createGraph();
  await eachRow<PositionRow>(tx, 'positions', ['position'], (row) =>
    graph.setFacts(graph.intern(row.position), row.legal, readClosure(row)),
  );
  await eachRow<MoveRowStored>(tx, 'moves', ['position', 'uci'], ({ position, uci, child }) =>
    graph.openMove(graph.intern(position), uci, graph.intern(child)),
  );
  await eachRow<PassRow>(tx, 'passes', ['pass_id'], (row) => keepLatest(graph, row));
  await eachRow<ValueRow>(tx, 'backed_values', ['position'], (row) => {
    const node = graph.intern(row.position);
    const standing = readStanding(graph, row);
    graph.setStanding(node, standing);
    graph.setClosure(node, standing.closure);
  });
  return graph;
}

function keepLatest(graph: Graph, row: PassRow): void {
  const node = graph.intern(row.position);
  const pass = readPass(row);
  const known = graph.passOf(node);
  if (known === null || comparePassOrder(orderOf(pass), orderOf(known)) > 0) graph.setPass(node, pass);
}

type Table = 'positions' | 'moves' | 'passes' | 'backed_values';

/** Page by page in key order: one statement for all would not fit into memory. */
async function eachRow<Row extends object>(
  tx: Tx,
  table: Table,
  key: readonly (keyof Row & string)[],
  visit: (row: Row) => void,
): Promise<void> {
  const columns = key.join(', ');
  const after = key.map((_, index) => `$${index + 1}`).join(', ');
  const page = `select * from ${table} where (${columns}) > (${after}) order by ${columns} limit ${pageSize}`;
  let last: unknown[] = key.map(() => '');
  for (let size = pageSize; size === pageSize;) {
    const rows = await tx.query<Row>(`load-${table}`, page, last);
    rows.forEach(visit);
    size = rows.length;
    const end = rows.at(-1);
    if (end !== undefined) last = key.map((column) => end[column]);
  }
}
