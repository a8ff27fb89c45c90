import { comparePassOrder, type PassOrder } from './pass';

const order: PassOrder = { budgetNodes: 512, width: 5, completedAtMs: 1000, passId: 'b' };

describe('the latest pass', () => {
  it.each<[string, Partial<PassOrder>, number]>([
    [
      'a smaller budget never goes over a greater one',
      { budgetNodes: 128, width: 9, completedAtMs: 9000 },
      -1,
    ],
    ['at equal budget the wider stays', { width: 4, completedAtMs: 9000, passId: 'z' }, -1],
    ['then the later one', { completedAtMs: 1001, passId: 'a' }, 1],
    ['then the greater id', { passId: 'c' }, 1],
    ['a pass is as late as itself', {}, 0],
  ])('%s', (_title, other, sign) => {
    expect(Math.sign(comparePassOrder({ ...order, ...other }, order))).toBe(sign);
  });
});
