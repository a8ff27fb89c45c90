/** Takes out the entry with the least priority first; entries of equal priority in no fixed order. */
export interface Heap<T> {
  readonly size: number;
  push(priority: number, value: T): void;
  pop(): T | undefined;
}

interface Entry<T> {
  readonly priority: number;
  readonly value: T;
}

export function createHeap<T>(): Heap<T> {
  const entries: Entry<T>[] = [];
  return {
    get size() {
      return entries.length;
    },
    push(priority, value) {
      entries.push({ priority, value });
      rise(entries, entries.length - 1);
    },
    pop() {
      const [top] = entries;
      const last = entries.pop();
      if (entries.length > 0 && last !== undefined) {
        entries[0] = last;
        sink(entries);
      }
      return top?.value;
    },
  };
}

function isLess<T>(entries: readonly Entry<T>[], a: number, b: number): boolean {
  const left = entries[a];
  const right = entries[b];
  return left !== undefined && right !== undefined && left.priority < right.priority;
}

function swap<T>(entries: Entry<T>[], a: number, b: number): void {
  [entries[a], entries[b]] = [entries[b] as Entry<T>, entries[a] as Entry<T>];
}

function rise<T>(entries: Entry<T>[], from: number): void {
  let index = from;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isLess(entries, index, parent)) return;
    swap(entries, index, parent);
    index = parent;
  }
}

function sink<T>(entries: Entry<T>[]): void {
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const least = isLess(entries, left + 1, left) ? left + 1 : left;
    if (!isLess(entries, least, index)) return;
    swap(entries, index, least);
    index = least;
  }
}
