import { parseRebuild } from './parse-rebuild';

describe('the command line of the rebuild', () => {
  it('takes names, all, and where the product is', () => {
    expect(parseRebuild(['backing', 'backing', '--data', 'd', '--drop-old'])).toMatchObject({
      names: ['backing'],
      place: { data: 'd' },
      dropOld: true,
      acceptDifferences: false,
    });
    expect(parseRebuild(['all'])?.names).toEqual([
      'positions',
      'analyses',
      'queue',
      'attribution',
      'backing',
    ]);
    expect(parseRebuild(['--help'])).toBeNull();
  });

  it.each([
    ['nothing', [], 'Name what to rebuild: positions, analyses, queue, attribution, backing or all.'],
    ['a stranger', ['accounts'], 'There is no accounts to rebuild: give positions, '],
  ])('refuses %s in one sentence', (_name, args, sentence) => {
    expect(() => parseRebuild(args)).toThrow(sentence);
  });
});
