import { START_FEN, VARIANT_NAMES } from '@atomicdb/chess';
import type { Board, Boards, QueuePage, QueueRow, SiteFacts } from '@atomicdb/rest';
import type { OrderRow } from '@atomicdb/rpc';
import type { GatewayPeers } from './gateway-peers';

/** The account id of the pool of anonymous requests, which is also its name on the page. */
const anonymous = 'anonymous';

export function siteFacts(ladder: readonly number[], ladderName: string): SiteFacts {
  const variants = VARIANT_NAMES.map((name) => ({ name, start_fen: START_FEN[name] }));
  return { variants, ladder: [...ladder], ladder_name: ladderName };
}

/** Boards by stamp, with what the whole fleet searched and what belongs to nobody. */
export async function readBoards({ attribution }: GatewayPeers): Promise<Boards> {
  const { boards } = await attribution.getBoards({});
  return {
    boards: boards.map((board) => ({
      window: board.window as Board['window'],
      rows: board.rows.map(({ name, nodes, analyses, positions }) => ({
        account: name,
        nodes,
        analyses,
        positions,
      })),
      fleet_nodes: board.fleetNodes,
      fleet_analyses: board.fleetAnalyses,
      nobody_nodes: board.nobodyNodes,
    })),
  };
}

/** One row per account, in the order the queue serves them; nobody's positions are on it. */
export async function readQueuePage({ accounts, queue }: GatewayPeers): Promise<QueuePage> {
  const order = await queue.getOrder({});
  const accountIds = order.rows.map(({ accountId }) => accountId).filter((id) => id !== anonymous);
  const found = await accounts.getNames({ accountIds });
  const names = new Map(found.accounts.map(({ accountId, name }) => [accountId, name]));
  const nameOf = (id: string) => names.get(id) ?? (id === anonymous ? anonymous : 'unknown');
  return {
    rows: order.rows.map((row) => toQueueRow(row, nameOf(row.accountId))),
    clock: order.clock,
    waiting_requests: order.waitingRequests,
    waiting_nodes: order.waitingNodes,
    running: order.running,
    ladder: order.ladder,
  };
}

function toQueueRow(row: OrderRow, account: string): QueueRow {
  const waits = row.place > 0;
  return {
    account,
    place: waits ? row.place : null,
    tag_distance: waits ? row.tagDistance : null,
    waiting_requests: row.waitingRequests,
    waiting_nodes: row.waitingNodes,
    by_rung: row.byRung.map(({ budgetNodes, requests }) => ({ budget: budgetNodes, requests })),
    running: row.running,
    oldest_ask: row.oldestAsk || null,
    shared: row.shared,
  };
}
