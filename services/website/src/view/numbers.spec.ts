import {
  counted,
  formatCentipawns,
  formatNodes,
  formatPawns,
  formatRung,
  formatShare,
  formatValue,
  formatWhen,
} from './numbers';

describe('numbers on a page', () => {
  it.each([
    [35, '+0.35'],
    [-120, '\u22121.20'],
    [0, '0.00'],
    [29_000, '+290.00'],
  ])('prints %d centipawns as %s pawns', (cp, text) => {
    expect(formatPawns(cp)).toBe(text);
  });

  it('[VAL-02] prints centipawns with their sign from the side to move', () => {
    expect([35, -120, 0, 1].map(formatCentipawns)).toEqual([
      '+35 centipawns',
      '\u2212120 centipawns',
      '0 centipawns',
      '+1 centipawn',
    ]);
  });

  it.each([
    [29_999, 'mate in 1'],
    [29_997, 'mate in 2'],
    [-29_998, 'mated in 1'],
    [-29_990, 'mated in 5'],
  ])('reads %d as %s', (cp, text) => {
    expect(formatValue(cp)).toBe(text);
  });

  it('takes the edge of the mate band for an ordinary score', () => {
    expect([29_000, -29_000, 29_001].map(formatValue)).toEqual(['+290.00', '\u2212290.00', 'mate in 500']);
  });

  it('says won and lost where the game is over', () => {
    expect(formatValue(30_000)).toBe('won');
    expect(formatValue(-30_000)).toBe('lost');
  });

  it.each([
    [256_000, '256k', '256k'],
    [1_024_000, '1.02M', '1.024M'],
    [128_000_000, '128M', '128M'],
    [10_000_000_000, '10B', '10B'],
    [999_999, '1M', '1M'],
    [812, '812', '812'],
    [9_007_199_000_000_000, '9,010T', '9,007.199T'],
    [0, '0', '0'],
  ])('prints %d nodes as %s and as the rung %s', (nodes, text, rung) => {
    expect(formatNodes(nodes)).toBe(text);
    expect(formatRung(nodes)).toBe(rung);
  });

  it('counts things in the singular and the plural', () => {
    expect(counted(1, 'request')).toBe('1 request');
    expect(counted(1204, 'request')).toBe('1,204 requests');
    expect(counted(2, 'reply', 'replies')).toBe('2 replies');
  });

  it('prints times in UTC', () => {
    expect(formatWhen('2026-03-01T14:03:59.123Z')).toBe('2026-03-01 14:03 UTC');
  });

  it('prints shares with one decimal and 0 of nothing as 0', () => {
    expect(formatShare(1, 3)).toBe('33.3 %');
    expect(formatShare(0, 0)).toBe('0 %');
  });
});
