import type { Board } from '@atomicdb/rest';

import { counted, formatNodes, formatShare } from './numbers';

const WINDOWS: Record<Board['window'], string> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  all: 'All time',
};

export function windowName(window: Board['window']): string {
  return WINDOWS[window];
}

export function fleetText(board: Board): string {
  return `${formatNodes(board.fleet_nodes)} nodes in ${counted(board.fleet_analyses, 'analysis', 'analyses')}`;
}

/** "They were really searched, and the page says out loud what belongs to nobody" (V). */
export function nobodyText(board: Board): string {
  if (board.nobody_nodes === 0) return 'Every node of it belongs to an account; nobody\u2019s share is 0.';
  const share = formatShare(board.nobody_nodes, board.fleet_nodes);
  return `${formatNodes(board.nobody_nodes)} nodes of it (${share}) belong to nobody: really searched, but not attributable to one account.`;
}
