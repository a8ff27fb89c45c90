/** How long nothing has come, whatever is done to the clock of the machine meanwhile. */
export class Silence {
  private since: number;

  /** @param now milliseconds from any moment on */
  constructor(
    private readonly mostMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.since = now();
  }

  /** Something came. */
  end(): void {
    this.since = this.now();
  }

  isTooLong(): boolean {
    return this.now() - this.since > this.mostMs;
  }
}
