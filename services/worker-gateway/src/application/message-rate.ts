/** Messages a stream may send at once and each second after that. */
const BURST = 200;
const PER_SECOND = 50;

/** A bucket that fills with time; one for each stream. */
export class MessageRate {
  private left = BURST;
  private at: number;

  constructor(private readonly now: () => number) {
    this.at = now();
  }

  /**
   * False when the stream sends faster than it may.
   *
   * @param cost in messages; a heavy one may leave a debt, so that it is let through however heavy it is
   */
  take(cost = 1): boolean {
    const now = this.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) * PER_SECOND) / 1000);
    this.at = now;
    if (this.left < 1) return false;
    this.left -= cost;
    return true;
  }
}
