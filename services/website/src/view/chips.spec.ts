import { headerChip, reentryChip, rowChips } from './chips';
import { aMove, aRow } from './row-builders';

const ANCHOR = { key: '4k3/8/8/8/8/8/8/4K3 b - -', fen: '4k3/8/8/8/8/8/8/4K3 b - - 0 1' };

describe('the chip of the header', () => {
  it('says backed with the depth of the chain and links to the anchor', () => {
    const chip = headerChip(aRow({ kind: 'backed', score: 5, backed_plies: 3, anchor: ANCHOR }));
    expect(chip).toMatchObject({ text: 'backed +3', anchor: ANCHOR });
  });

  it('is no link where there is no anchor', () => {
    expect(headerChip(aRow({ kind: 'repetition', score: 0 }))).toMatchObject({
      text: 'repetition',
      anchor: null,
    });
    expect(headerChip(aRow({ kind: 'walked', score: 5 }))).toMatchObject({ text: 'walked', anchor: null });
  });

  it.each(['point', 'none', 'solved'] as const)('is absent where the kind is %s', (kind) => {
    expect(headerChip(aRow({ kind, score: 5 }))).toBeNull();
  });
});

describe('the chips of a row', () => {
  it('leaves the plain number of an own search without a chip', () => {
    expect(rowChips(aMove({ kind: 'point' }), null)).toEqual([]);
  });

  it.each([
    [aMove({ kind: 'backed', plies: 2, anchor: ANCHOR }), 'backed +2'],
    [aMove({ kind: 'walked' }), 'walked'],
    [aMove({ kind: 'repetition', value: 0 }), 'repetition'],
    [aMove({ kind: 'seeded' }), 'seeded'],
    [aMove({ kind: 'solved', child_status: 'LOSS', child_closure: 'CHILDREN' }), 'proven'],
    [aMove({ kind: 'solved', child_status: 'DRAW', child_closure: 'ADJUDICATED' }), 'draw'],
  ])('says where the value of row %# comes from', (row, text) => {
    expect(rowChips(row, null).map((chip) => chip.text)).toEqual([text]);
  });

  it.each([
    ['explosion', 'explosion'],
    ['checkmate', 'mate'],
    ['stalemate', 'stalemate'],
  ] as const)('says %s where the game ends so', (ending, text) => {
    const row = aMove({ kind: 'solved', child_status: 'LOSS', child_closure: 'TERMINAL' });
    expect(rowChips(row, ending).map((chip) => chip.text)).toEqual([text]);
  });

  it('adds what is asked for: queued, or running once a worker has it', () => {
    expect(rowChips(aMove({ queued: true }), null).map((chip) => chip.text)).toEqual(['queued']);
    expect(rowChips(aMove({ queued: true, running: true }), null).map((chip) => chip.text)).toEqual([
      'running',
    ]);
  });

  it('[NAV-06] says repetition on a move that would re-enter the line', () => {
    expect(reentryChip()).toMatchObject({
      text: 'repetition',
      meaning: 'This move would re-enter the line you are playing.',
      anchor: null,
    });
  });
});
