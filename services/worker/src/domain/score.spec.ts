import { scoreValue } from './score';

describe('scoreValue', () => {
  it.each([
    ['mate in one move is one ply', { mate: 1 }, 29999],
    ['mate in three moves is five plies', { mate: 3 }, 29995],
    ['being mated in one move is two plies', { mate: -1 }, -29998],
    ['being mated in three moves is six plies', { mate: -3 }, -29994],
    ['centipawns stay', { cp: -35 }, -35],
  ])('%s', (_, score, value) => {
    expect(scoreValue(score)).toBe(value);
  });
});
