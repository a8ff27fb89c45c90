/**
 * From when on silence counts. Workers cannot beat while the service or its database is away, so after a start, a failed
 * round or a pause of this process nothing is reaped for one lease time. Source: queue.md, "Leases", "a grace of one TTL".
 * Times are of one monotonic clock, milliseconds.
 */
export class ReapingGrace {
  private since: number;
  private lastRound: number;

  constructor(
    private readonly ttlMs: number,
    now: number,
  ) {
    this.since = now;
    this.lastRound = now;
  }

  /** Call at each round; whether it may reap. */
  mayReap(now: number): boolean {
    if (now - this.lastRound > this.ttlMs / 2) this.since = now;
    this.lastRound = now;
    return now - this.since >= this.ttlMs;
  }

  /** The database did not answer. */
  roundFailed(now: number): void {
    this.since = now;
  }
}
