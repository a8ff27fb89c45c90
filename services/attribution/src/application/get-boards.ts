import type { Database, Tx } from '@atomicdb/event-store';
import type { Board, GetBoardsResponse } from '@atomicdb/rpc';
import { readBoard } from '../adapters/postgres/read-board';
import { boardWindows, firstDayOf, type BoardWindow } from '../domain/stamp';

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Fleet total = attributed + nobody, always (V, "Contributing and attribution"). */
async function board(tx: Tx, window: BoardWindow, today: string): Promise<Board> {
  const lines = (await readBoard(tx, firstDayOf(window, today))).map(
    ({ account_id: accountId, nodes, ...line }) => ({
      ...line,
      accountId,
      nodes: Number(nodes),
    }),
  );
  return {
    window,
    rows: lines.filter(({ accountId }) => accountId !== ''),
    fleetNodes: sum(lines.map(({ nodes }) => nodes)),
    fleetAnalyses: sum(lines.map(({ analyses }) => analyses)),
    nobodyNodes: sum(lines.filter(({ accountId }) => accountId === '').map(({ nodes }) => nodes)),
  };
}

export function makeGetBoards(database: Database, now: () => Date = () => new Date()) {
  return (): Promise<GetBoardsResponse> => {
    const today = now().toISOString().slice(0, 10);
    return database.snapshot(async (tx) => {
      const boards: Board[] = [];
      for (const window of boardWindows) boards.push(await board(tx, window, today));
      return { boards };
    });
  };
}
