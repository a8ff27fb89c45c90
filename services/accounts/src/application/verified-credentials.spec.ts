import { VerifiedCredentials } from './verified-credentials';

describe('verified credentials', () => {
  it('are known for a minute', () => {
    let now = 0;
    const verified = new VerifiedCredentials(() => now);
    const digest = verified.digest('hash', 'password');
    verified.add(digest);
    now = 59_999;
    expect(verified.has(digest)).toBe(true);
    now = 60_000;
    expect(verified.has(digest)).toBe(false);
  });

  it('are worth nothing for another password or after the hash has changed', () => {
    const verified = new VerifiedCredentials(() => 0);
    verified.add(verified.digest('hash', 'password'));
    expect(verified.has(verified.digest('hash', 'passwords'))).toBe(false);
    expect(verified.has(verified.digest('another hash', 'password'))).toBe(false);
  });

  it('forgets the oldest beyond 10,000', () => {
    const verified = new VerifiedCredentials(() => 0);
    const digests = Array.from({ length: 10_001 }, (_, index) => verified.digest('hash', String(index)));
    for (const digest of digests) verified.add(digest);
    expect(verified.has(digests[0] ?? '')).toBe(false);
    expect(verified.has(digests[1] ?? '')).toBe(true);
  });
});
