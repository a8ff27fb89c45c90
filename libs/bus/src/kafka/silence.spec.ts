import { Silence } from './silence';

describe('a silence', () => {
  it('is too long once nothing has come for longer than the time, counted from what came last', () => {
    let now = 100;
    const silence = new Silence(1_000, () => now);
    now = 1_100;
    expect(silence.isTooLong()).toBe(false);
    now = 1_101;
    expect(silence.isTooLong()).toBe(true);
    silence.end();
    expect(silence.isTooLong()).toBe(false);
    now = 2_102;
    expect(silence.isTooLong()).toBe(true);
  });

  it('is no longer for a clock that is set forward an hour, and no shorter for one that is set back', () => {
    const clock = jest.spyOn(Date, 'now');
    try {
      const [long, short] = [new Silence(60_000), new Silence(-1)];
      clock.mockReturnValue(new Date().getTime() + 3_600_000);
      expect(long.isTooLong()).toBe(false);
      clock.mockReturnValue(0);
      expect(short.isTooLong()).toBe(true);
    } finally {
      clock.mockRestore();
    }
  });
});
