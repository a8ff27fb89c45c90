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
});
