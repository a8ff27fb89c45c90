/** How much of the graph a network may open without signing in. */
export interface WalkLimit {
  /** Positions and moves that may be added at once. */
  readonly burst: number;
  /** Positions and moves that come back a second. */
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  /** Milliseconds. */
  at: number;
}

const mostNetworks = 50_000;

/**
 * What each network has left to open by anonymous walking. A walk over known ground costs one; what it added is
 * charged when that is known, and may leave a debt that is paid before the next one. Source: api.md, "Conventions":
 * "anonymous walking rate-limited per network". Each process keeps its own.
 */
export class WalkAllowance {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly limit: WalkLimit) {}

  /** Seconds until the network may walk again, 0 when it may now; then one is taken. */
  take(network: string, now: number): number {
    const bucket = this.filled(network, now);
    if (bucket.left < 1) return Math.ceil((1 - bucket.left) / this.limit.perSecond);
    bucket.left -= 1;
    return 0;
  }

  charge(network: string, added: number, now: number): void {
    this.filled(network, now).left -= added;
  }

  /** Networks that have not got all back yet. */
  get size(): number {
    return this.buckets.size;
  }

  private filled(network: string, now: number): Bucket {
    const { burst, perSecond } = this.limit;
    const bucket = this.buckets.get(network) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    // The map keeps the order of the last use, so that the first are the longest unused.
    this.buckets.delete(network);
    this.buckets.set(network, bucket);
    this.forget(now);
    return bucket;
  }

  /** A bucket that is full again says nothing; beyond the limit of memory the longest unused go. */
  private forget(now: number): void {
    const { burst, perSecond } = this.limit;
    for (const [network, { left, at }] of this.buckets) {
      const isFull = left + ((now - at) / 1_000) * perSecond >= burst;
      if (!isFull && this.buckets.size <= mostNetworks) return;
      if (this.buckets.size > 1) this.buckets.delete(network);
      else return;
    }
  }
}
