import { SharedOrder } from './shared-order';

describe('the order that many ask for at once', () => {
  /** Ends the computation that is under way; the earlier ones have ended. */
  let end: (error?: Error) => void;
  let computed: number;
  let order: SharedOrder;

  beforeEach(() => {
    computed = 0;
    order = new SharedOrder(() => {
      computed += 1;
      return new Promise((resolve, reject) => (end = (error) => (error ? reject(error) : resolve([]))));
    });
  });

  it('is computed once more for all who came while it was computed, however many', async () => {
    const first = order.read();
    const others = Array.from({ length: 200 }, () => order.read());
    expect(computed).toBe(1);
    end();
    await first;
    await new Promise(setImmediate);
    expect(computed).toBe(2);
    end();
    await Promise.all(others);
    expect(computed).toBe(2);
  });

  it('is computed anew for who comes after it was', async () => {
    const first = order.read();
    end();
    await first;
    await new Promise(setImmediate);
    const second = order.read();
    end();
    await second;
    expect(computed).toBe(2);
  });

  it('is computed for those who wait although it failed for the one before', async () => {
    const first = order.read();
    const second = order.read();
    end(new Error('the connection is lost'));
    await expect(first).rejects.toThrow('the connection is lost');
    await new Promise(setImmediate);
    end();
    expect(await second).toEqual([]);
  });
});
