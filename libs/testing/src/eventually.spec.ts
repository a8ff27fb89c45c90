import { eventually } from './eventually';

describe('eventually', () => {
  it('gives the answer of the first attempt that does not throw', async () => {
    let attempts = 0;
    const attempt = (): string => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
      return `attempt ${attempts}`;
    };
    expect(await eventually(attempt, { everyMs: 1 })).toBe('attempt 3');
  });

  it('throws what the last attempt threw once the time is up', async () => {
    let attempts = 0;
    const attempt = (): Promise<never> => Promise.reject(new Error(`attempt ${(attempts += 1)}`));
    await expect(eventually(attempt, { timeoutMs: 400, everyMs: 5 })).rejects.toThrow(/^attempt \d+$/);
    expect(attempts).toBeGreaterThan(1);
  });
});
