import { MessageRate } from './message-rate';

describe('MessageRate', () => {
  it('lets a burst through, then as much as time gives back', () => {
    let now = 0;
    const rate = new MessageRate(() => now);
    const taken = (times: number) => Array.from({ length: times }, () => rate.take()).filter(Boolean).length;
    expect(taken(300)).toBe(200);
    now = 1_000;
    expect(taken(300)).toBe(50);
  });

  it('lets a heavy message through once it is worth a second of the others, and what it costs is paid back', () => {
    let now = 0;
    const rate = new MessageRate(() => now);
    expect([rate.take(150), rate.take(150), rate.take(1)]).toEqual([true, true, false]);
    now = 2_000;
    expect(rate.take(1)).toBe(false);
    now = 2_040;
    expect(rate.take(1)).toBe(true);
  });
});
