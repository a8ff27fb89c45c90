import { Pulse } from './pulse';

describe('the pulse of a consumer', () => {
  let now = 0;
  const pulse = new Pulse('test:pulse:1', () => undefined, { now: () => now, limitMs: 1_000 });

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

  it('is dead when one part only failed for five minutes, however well the others go', () => {
    pulse.fail(new Error('times out'), 'partition 3');
    pulse.fail(new Error('a hiccup'), 'partition 4');
    now += 300_000;
    pulse.beat('partition 4');
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: false, lastError: 'Error: times out' });
    pulse.beat('partition 3');
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: true, lastError: null });
  });

  it('is dead while one transaction takes longer than it may, however many there were before', async () => {
    for (let n = 0; n < 3; n += 1) await pulse.during(() => Promise.resolve((now += 999)));
    expect(pulse.status().alive).toBe(true);
    let end: (result: string) => void = () => undefined;
    const hanging = pulse.during(() => new Promise<string>((resolve) => (end = resolve)));
    now += 999;
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: true, lastError: null });
    now += 1;
    const lastError = 'a transaction has not ended within 1000 ms';
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: false, lastError });
    end('done');
    expect(await hanging).toBe('done');
    expect(pulse.status()).toEqual({ name: 'test:pulse:1', alive: true, lastError: null });
  });
});
