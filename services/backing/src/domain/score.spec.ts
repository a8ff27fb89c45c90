import { lost, won, drawn } from './closure';
import { down, makeScore, scoreOf, up } from './score';

describe('up', () => {
  it.each([
    ['a centipawn score is negated', 25, -25],
    ['a draw stays a draw', 0, 0],
    ['a mate is one ply further away', 29990, -29989],
    ['being mated is one ply further away', -29990, 29989],
    ['the mate band starts above 29000', 29000, -29000],
    ['the last score of the band leaves it', -29001, 29000],
    ['a side that is mated now was mated in one', -30000, 29999],
  ])('%s', (_title, score, above) => {
    expect(up(makeScore(score))).toBe(above);
  });
});

describe('down', () => {
  it('takes a mate one ply nearer at each ply of its line', () => {
    expect(down(down(makeScore(29997)))).toBe(29999);
    expect(down(makeScore(29999))).toBe(-30000);
  });

  it('never leaves the scale', () => {
    expect(down(makeScore(30000))).toBe(-30000);
  });

  it('negates everything else', () => {
    expect(down(makeScore(-40))).toBe(40);
    expect(down(makeScore(0))).toBe(0);
  });
});

describe('scoreOf', () => {
  it('[VAL-02] counts a proof in plies, from the side to move', () => {
    expect([scoreOf(won(1)), scoreOf(lost(4)), scoreOf(drawn)]).toEqual([29999, -29996, 0]);
  });
});

describe('makeScore', () => {
  it('refuses what is no score', () => {
    expect(() => makeScore(30001)).toThrow(RangeError);
    expect(() => makeScore(0.5)).toThrow(RangeError);
  });
});
