import { Rejected } from '@atomicdb/decider';

/** Lets `width` works run at once and `room` more wait; refuses the rest with checks-busy. */
export class Turnstile {
  /** Never above width; a work that ends hands its place to the one that waited longest. */
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly room: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.width) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.room) {
      throw new Rejected('checks-busy', 'Too many passwords are being checked: try again in a few seconds.');
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
