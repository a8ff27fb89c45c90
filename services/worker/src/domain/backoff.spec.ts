import { backoffMs } from './backoff';

describe('backoffMs', () => {
  it('doubles up to a minute', () => {
    expect([1, 2, 3, 6, 7, 40].map((failures) => backoffMs(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('leaves half of the wait to chance', () => {
    expect(backoffMs(3, 0)).toBe(2_000);
  });
});
