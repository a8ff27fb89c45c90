import type { Board } from '@atomicdb/rest';

import { fleetText, nobodyText, windowName } from './boards';

const board: Board = {
  window: '7d',
  rows: [{ account: 'ada', nodes: 3_000_000, analyses: 3, positions: 2 }],
  fleet_nodes: 4_000_000,
  fleet_analyses: 4,
  nobody_nodes: 1_000_000,
};

describe('the boards by stamp', () => {
  it('names its windows', () => {
    expect((['today', '7d', '30d', 'all'] as const).map(windowName)).toEqual([
      'Today',
      '7 days',
      '30 days',
      'All time',
    ]);
  });

  it('gives the total of the fleet', () => {
    expect(fleetText(board)).toBe('4M nodes in 4 analyses');
    expect(fleetText({ ...board, fleet_nodes: 256_000, fleet_analyses: 1 })).toBe('256k nodes in 1 analysis');
  });

  it('says out loud what belongs to nobody', () => {
    expect(nobodyText(board)).toContain('1M nodes of it (25 %) belong to nobody');
    expect(nobodyText({ ...board, nobody_nodes: 0 })).toContain('share is 0');
  });
});
