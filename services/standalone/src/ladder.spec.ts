import { fullLadder, parseLadder } from './ladder';

describe('the ladder', () => {
  it('is 128M, 512M, 2B and 10B nodes in full, and the same divided by about 500 on a laptop [QUE-18]', () => {
    expect(parseLadder('full').rungs).toEqual([128e6, 512e6, 2e9, 10e9]);
    expect(parseLadder('laptop').rungs).toEqual([256e3, 1024e3, 4e6, 20e6]);
    for (const [index, rung] of parseLadder('laptop').rungs.entries())
      expect(rung * 500).toBe(fullLadder[index]);
  });

  it('takes four ascending node counts', () => {
    expect(parseLadder('1,2,3,4')).toEqual({ name: 'custom', rungs: [1, 2, 3, 4] });
  });

  it.each(['small', '1,2,3', '4,3,2,1', '1,1,2,3', '0,1,2,3', '1,2,3,x'])('refuses %s', (text) => {
    expect(() => parseLadder(text)).toThrow(
      `--ladder ${text}: give laptop, full or four ascending node counts`,
    );
  });
});
