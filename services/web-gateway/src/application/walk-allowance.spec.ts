import { WalkAllowance } from './walk-allowance';

const limit = { burst: 10, perSecond: 2 };

describe('what a network may open by anonymous walking', () => {
  it('costs one a walk, and comes back with time', () => {
    const allowance = new WalkAllowance(limit);
    const waits = Array.from({ length: 11 }, () => allowance.take('a', 0));
    expect(waits).toEqual([...Array<number>(10).fill(0), 1]);
    expect([allowance.take('a', 499), allowance.take('a', 500), allowance.take('a', 500)]).toEqual([1, 0, 1]);
  });

  it('is charged with what a walk added, and a debt is paid before the next one', () => {
    const allowance = new WalkAllowance(limit);
    expect(allowance.take('a', 0)).toBe(0);
    allowance.charge('a', 40, 0);
    expect(allowance.take('a', 0)).toBe(16);
    expect([allowance.take('a', 15_900), allowance.take('a', 16_000)]).toEqual([1, 0]);
  });

  it('is each network’s own', () => {
    const allowance = new WalkAllowance(limit);
    allowance.charge('a', 40, 0);
    expect([allowance.take('a', 0), allowance.take('b', 0)]).toEqual([16, 0]);
  });

  it('never grows beyond the burst, and forgets who has it all', () => {
    const allowance = new WalkAllowance(limit);
    allowance.charge('a', 5, 0);
    allowance.take('b', 1_000_000);
    expect(allowance.size).toBe(1);
    const waits = Array.from({ length: 11 }, () => allowance.take('a', 2_000_000));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('remembers no more than fifty thousand networks', () => {
    const allowance = new WalkAllowance(limit);
    for (let network = 0; network < 50_100; network += 1) allowance.charge(String(network), 5, 0);
    expect(allowance.size).toBe(50_000);
  });
});
