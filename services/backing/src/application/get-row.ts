import type { Database } from '@atomicdb/event-store';
import type { GetRowRequest, GetRowResponse, MoveRow as MoveRowMessage } from '@atomicdb/rpc';
import { readNeighbourhood } from '../adapters/postgres/read-neighbourhood';
import { toHeadline } from '../domain/headline';
import { composeRow, type MoveRow } from '../domain/row';

const unknown: GetRowResponse = {
  known: false,
  legal: 0,
  headline: undefined,
  moves: [],
  searched: 0,
  seeded: 0,
  queued: 0,
};

/** A position's headline with the rows of its opened moves, from the tables: every replica answers. */
export function makeGetRow(database: Database) {
  return async ({ position }: GetRowRequest): Promise<GetRowResponse> => {
    const found = await database.snapshot((tx) => readNeighbourhood(tx, position));
    if (found === null) return unknown;
    const { graph, node, factsOf } = found;
    const row = composeRow(graph, node, factsOf);
    const standing = graph.standingOf(node);
    return {
      known: true,
      legal: graph.legalOf(node) ?? 0,
      headline: toHeadline(graph, standing),
      point: standing.point ?? undefined,
      moves: row.moves.map(toMessage),
      searched: row.searched,
      seeded: row.seeded,
      queued: row.queued,
    };
  };
}

function toMessage(row: MoveRow): MoveRowMessage {
  return {
    uci: row.uci,
    child: row.child,
    value: row.value ?? undefined,
    kind: row.kind,
    nodes: row.nodes ?? undefined,
    plies: row.plies ?? undefined,
    anchor: row.anchor ?? '',
    childStatus: row.childClosure?.status ?? 'UNKNOWN',
    childClosure: row.childClosure?.gate ?? '',
    searched: row.isSearched,
    passes: row.passes,
    queued: row.isQueued,
    running: row.isRunning,
  };
}
