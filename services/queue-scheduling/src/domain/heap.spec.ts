import fc from 'fast-check';
import { Heap } from './heap';

describe('the heap', () => {
  it('gives its items back in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (items) => {
        const heap = new Heap<number>((a, b) => a < b);
        for (const item of items) heap.push(item);
        const popped = items.map(() => heap.pop());
        expect(popped).toEqual([...items].sort((a, b) => a - b));
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});
