import { partsOf } from './publisher';

const message = (bytes: number) => ({ value: Buffer.alloc(bytes) });

describe('the parts of a send', () => {
  it('stay below the limit, keep the order, and leave nothing out', () => {
    const messages = Array.from({ length: 50 }, (_, index) => message(index * 390));
    const parts = partsOf(messages, 20_000);
    expect(parts.flat()).toEqual(messages);
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) {
      const bytes = part.reduce((sum, { value }) => sum + (value as Buffer).length + 512, 0);
      expect(bytes).toBeLessThanOrEqual(20_000);
    }
  });

  it('give a message that is bigger than a part one of its own', () => {
    const sizes = partsOf([message(10), message(50_000), message(10)], 20_000).map((part) => part.length);
    expect(sizes).toEqual([1, 1, 1]);
  });

  it('are none of no messages', () => {
    expect(partsOf([])).toEqual([]);
  });
});
