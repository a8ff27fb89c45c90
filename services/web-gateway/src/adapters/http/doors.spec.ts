import { allowed, doorAt, takes } from './doors';

describe('a door', () => {
  it.each([
    '/',
    '/atomicdb/',
    '/atomicdb/explore',
    '/atomicdb/api/request',
    '/atomicdb/api/request/',
    '/atomicdb/api/queue-cancel/r-1/',
    '/atomicdb/problems/stale',
  ])('is at %s', (path) => {
    expect(doorAt(path)).not.toBeNull();
  });

  it.each([
    '/atomicdb/api',
    '/atomicdb/api/request//',
    '/atomicdb/api/requests',
    '/x/atomicdb/api/request',
    '/atomicdb/api/queue-cancel/a/b',
  ])('is not at %s', (path) => {
    expect(doorAt(path)).toBeNull();
  });

  it('that takes GET takes HEAD, and says all it takes', () => {
    const query = doorAt('/atomicdb/api/query');
    if (!query) throw new Error('no query door');
    expect(['GET', 'HEAD', 'POST'].map((method) => takes(query, method))).toEqual([true, true, false]);
    expect(allowed(query)).toBe('GET, HEAD, OPTIONS');
  });
});
