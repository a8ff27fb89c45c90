import { createHmac, randomBytes } from 'node:crypto';

const lifetimeMs = 60_000;
const most = 10_000;

/**
 * Credentials that were found right a moment ago, so that a script with many calls costs one check a minute.
 * Keyed by an HMAC over the stored hash and the password: neither is kept, and a new password ends the old one at once.
 */
export class VerifiedCredentials {
  private readonly secret = randomBytes(32);
  /** Digest to the time it ends; in the order of entry, so the oldest go first. */
  private readonly until = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  digest(passwordHash: string, password: string): string {
    return createHmac('sha256', this.secret)
      .update(passwordHash)
      .update('\0')
      .update(password)
      .digest('base64');
  }

  has(digest: string): boolean {
    return (this.until.get(digest) ?? 0) > this.now();
  }

  add(digest: string): void {
    this.until.delete(digest);
    this.until.set(digest, this.now() + lifetimeMs);
    for (const oldest of this.until.keys()) {
      if (this.until.size <= most) return;
      this.until.delete(oldest);
    }
  }
}
