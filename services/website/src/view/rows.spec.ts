import { aMove } from './row-builders';
import { compositionText, groupRows, unopenedRow, unopenedText } from './rows';

describe('the move table', () => {
  it('keeps the order of the API and parts off the replies nobody has opened', () => {
    const moves = [
      aMove({ uci: 'e2e4' }),
      aMove({ uci: 'd2d4', kind: 'none', value: null }),
      unopenedRow('a2a3', 'a3', 'f'),
    ];
    const groups = groupRows(moves);
    expect(groups.known.map((row) => row.uci)).toEqual(['e2e4', 'd2d4']);
    expect(groups.unopened.map((row) => row.uci)).toEqual(['a2a3']);
    expect(unopenedText(1)).toBe('1 reply nobody has opened');
    expect(unopenedText(18)).toBe('18 replies nobody has opened');
  });

  it('says what the table is made of', () => {
    expect(compositionText(20, { searched: 2, seeded: 3, queued: 1 })).toBe(
      '20 moves: 2 searched, 3 seeded, 1 queued',
    );
  });
});
