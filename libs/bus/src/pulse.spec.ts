import { Pulse } from './pulse';

describe('the pulse of a consumer', () => {
  let now = 0;
  const pulse = new Pulse(
    'test:pulse:1',
    () => undefined,
    () => now,
  );

  it('is alive while its failures are younger than five minutes, and again after one success', () => {
    pulse.fail(new Error('away'));
    now = 299_999;
    pulse.fail(new Error('still away'));
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: true, lastError: 'Error: still away' });
    now = 300_000;
    expect(pulse.status().alive).toBe(false);
    pulse.beat();
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: true, lastError: null });
  });
});
