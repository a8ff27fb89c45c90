import { randomBytes } from 'node:crypto';
import { hashPassword, matchesHash } from '../adapters/argon2/password-hash';
import { normalisePassword } from '../domain/password';
import { Turnstile } from './turnstile';
import { VerifiedCredentials } from './verified-credentials';

/** Source: api.md, "Conventions": at most 4 checks in flight. */
const inFlight = 4;
const room = 64;

/** Hashes and checks passwords; slow work on purpose, so it is bounded. */
export class PasswordChecks {
  private readonly turnstile = new Turnstile(inFlight, room);
  private readonly verified: VerifiedCredentials;
  /** Checks under way by digest: the same credentials sent many times at once are checked once. */
  private readonly underWay = new Map<string, Promise<boolean>>();
  private dummyHash: Promise<string> | null = null;

  constructor(now: () => number = Date.now) {
    this.verified = new VerifiedCredentials(now);
  }

  hash(password: string): Promise<string> {
    return this.turnstile.run(() => hashPassword(password));
  }

  /** @param passwordHash null for an unknown name, which takes as long as a wrong password and is never right */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const normal = normalisePassword(password);
    if (normal === null) return false;
    if (passwordHash === null) {
      await this.turnstile.run(async () => matchesHash(await this.dummy(), normal));
      return false;
    }
    const digest = this.verified.digest(passwordHash, normal);
    if (this.verified.has(digest)) return true;
    return this.underWay.get(digest) ?? this.check(digest, passwordHash, normal);
  }

  private check(digest: string, passwordHash: string, password: string): Promise<boolean> {
    const check = this.turnstile
      .run(() => matchesHash(passwordHash, password))
      .then((right) => {
        if (right) this.verified.add(digest);
        return right;
      })
      .finally(() => this.underWay.delete(digest));
    this.underWay.set(digest, check);
    return check;
  }

  private dummy(): Promise<string> {
    this.dummyHash ??= hashPassword(randomBytes(16).toString('hex'));
    return this.dummyHash;
  }
}
