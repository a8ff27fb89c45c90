import { ladderText } from './ladder';

describe('the ladder on the page', () => {
  it('says that the laptop ladder is the true one divided by 500', () => {
    const ladder = [256_000, 1_024_000, 4_000_000, 20_000_000];
    expect(ladderText({ variants: [], ladder, ladder_name: 'laptop' })).toBe(
      'Laptop ladder: 256k, 1.024M, 4M, 20M nodes, the true one divided by 500.',
    );
  });

  it('names the rungs of the full ladder and of any other', () => {
    const full = [128_000_000, 512_000_000, 2_000_000_000, 10_000_000_000];
    expect(ladderText({ variants: [], ladder: full, ladder_name: 'full' })).toBe(
      'Ladder: 128M, 512M, 2B, 10B nodes.',
    );
    expect(ladderText({ variants: [], ladder: [1000], ladder_name: 'custom' })).toContain(
      '1k nodes; the true one',
    );
  });
});
