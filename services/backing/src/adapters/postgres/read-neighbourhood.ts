import type { Tx } from '@atomicdb/event-store';
import { createGraph, type Graph, type NodeId } from '../../domain/graph';
import { comparePassOrder, orderOf } from '../../domain/pass';
import type { MoveFacts } from '../../domain/row';
import { makeScore } from '../../domain/score';
import {
  readClosure,
  readPass,
  readStanding,
  type MoveRowStored,
  type PassRow,
  type PositionRow,
  type ValueRow,
} from './stored-rows';

/** One position with what its row shows of its children. */
export interface Neighbourhood {
  readonly graph: Graph;
  readonly node: NodeId;
  /** By UCI. */
  readonly factsOf: ReadonlyMap<string, MoveFacts>;
}

/** Null for a position that has not been announced. All in one transaction: the row is of one moment. */
export async function readNeighbourhood(tx: Tx, position: string): Promise<Neighbourhood | null> {
  const [facts] = await tx.query<PositionRow>(
    'read-position',
    `select * from positions where position = $1`,
    [position],
  );
  if (facts === undefined) return null;
  const graph = createGraph();
  const node = graph.intern(position);
  graph.setFacts(node, facts.legal, readClosure(facts));
  const moves = await tx.query<MoveRowStored>('read-moves', `select * from moves where position = $1`, [
    position,
  ]);
  for (const { uci, child } of moves) graph.openMove(node, uci, graph.intern(child));
  const keys = [position, ...moves.map(({ child }) => child)];
  await readStandings(tx, graph, keys);
  const passes = await readPasses(tx, graph, keys);
  const requests = await readOpenRequests(tx, keys);
  const seeds = await readSeeds(tx, position);
  const factsOf = moves.map(({ uci, child }): [string, MoveFacts] => [
    uci,
    {
      passes: passes.get(child) ?? 0,
      isQueued: requests.has(child),
      isRunning: requests.get(child) === true,
      seed: seeds.get(uci) ?? null,
    },
  ]);
  return { graph, node, factsOf: new Map(factsOf) };
}

async function readStandings(tx: Tx, graph: Graph, keys: readonly string[]): Promise<void> {
  const rows = await tx.query<ValueRow>(
    'read-values',
    `select * from backed_values where position = any($1::text[])`,
    [keys],
  );
  for (const row of rows) {
    const node = graph.intern(row.position);
    const standing = readStanding(graph, row);
    graph.setStanding(node, standing);
    graph.setClosure(node, standing.closure);
  }
}

/** Sets the current pass of each position; answers how many passes each has. */
async function readPasses(tx: Tx, graph: Graph, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<PassRow>(
    'read-passes',
    `select * from passes where position = any($1::text[])`,
    [keys],
  );
  const counts = new Map<string, number>();
  for (const row of rows) {
    counts.set(row.position, (counts.get(row.position) ?? 0) + 1);
    const node = graph.intern(row.position);
    const pass = readPass(row);
    const known = graph.passOf(node);
    if (known === null || comparePassOrder(orderOf(pass), orderOf(known)) > 0) graph.setPass(node, pass);
  }
  return counts;
}

/** Positions with an open request; true where one is being searched. */
async function readOpenRequests(tx: Tx, keys: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await tx.query<{ position: string; running: boolean }>(
    'read-open-requests',
    `select position, bool_or(state = 'running') as running from requests
      where position = any($1::text[]) and state <> 'closed' group by position`,
    [keys],
  );
  return new Map(rows.map(({ position, running }) => [position, running]));
}

/** Of each move the latest: the order of the rows is `comparePassOrder`. */
async function readSeeds(tx: Tx, position: string): Promise<Map<string, NonNullable<MoveFacts['seed']>>> {
  const rows = await tx.query<{ uci: string; cp: number; source: string; source_nodes: string }>(
    'read-seeds',
    `select distinct on (uci) uci, cp, source, source_nodes from seeds where position = $1
      order by uci, budget_nodes desc, width desc, completed_at_ms desc, pass_id desc`,
    [position],
  );
  return new Map(
    rows.map((row) => [
      row.uci,
      { cp: makeScore(row.cp), source: row.source, sourceNodes: Number(row.source_nodes) },
    ]),
  );
}
