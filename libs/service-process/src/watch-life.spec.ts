import { watchLife } from './watch-life';

describe('the watch over the life of a process', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function watched(looks: readonly (readonly string[])[]) {
    const told: (readonly string[])[] = [];
    let look = 0;
    const end = watchLife(
      () => looks[look++] ?? [],
      (faults) => told.push(faults),
      100,
    );
    return { told, end, lookOn: (times: number) => jest.advanceTimersByTime(times * 100) };
  }

  it('tells once, at the third look in a row that finds a fault', () => {
    const faults = Array.from({ length: 10 }, () => ['queue:analyses:2 has died']);
    const { told, lookOn } = watched(faults);
    lookOn(2);
    expect(told).toEqual([]);
    lookOn(8);
    expect(told).toEqual([['queue:analyses:2 has died']]);
  });

  it('does not take a process for dead that was late for a moment, or that is stopping', () => {
    const dead = ['queue:analyses:2 has died'];
    const { told, end, lookOn } = watched([dead, dead, [], dead, dead, dead]);
    lookOn(5);
    end();
    lookOn(5);
    expect(told).toEqual([]);
  });
});
