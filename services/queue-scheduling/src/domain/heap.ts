/** A binary heap: the least item first. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly isBefore: (a: T, b: T) => boolean) {}

  push(item: T): void {
    let at = this.items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  pop(): T | undefined {
    const [top] = this.items;
    const last = this.items.pop();
    if (this.items.length > 0 && last !== undefined) {
      this.items[0] = last;
      this.sink();
    }
    return top;
  }

  private sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = right < this.items.length && this.before(right, left) ? right : left;
      if (child >= this.items.length || !this.swapIfBefore(child, at)) return;
      at = child;
    }
  }

  private before(a: number, b: number): boolean {
    return this.isBefore(this.items[a] as T, this.items[b] as T);
  }

  private swapIfBefore(child: number, parent: number): boolean {
    if (!this.before(child, parent)) return false;
    [this.items[child], this.items[parent]] = [this.items[parent] as T, this.items[child] as T];
    return true;
  }
}
