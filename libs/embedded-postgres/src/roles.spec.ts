import { rolePassword, roleUrl } from './roles';

const superuserUrl = 'postgres://postgres:s%40cret@127.0.0.1:5432/postgres';

describe('roleUrl', () => {
  it('names role and database and carries the derived password', () => {
    const password = rolePassword('s@cret', 'queue-scheduling');
    expect(roleUrl(superuserUrl, 'atomicdb', 'queue-scheduling')).toBe(
      `postgres://queue-scheduling:${password}@127.0.0.1:5432/atomicdb`,
    );
  });

  it('refuses to derive passwords from nothing', () => {
    expect(() => roleUrl('postgres://postgres@127.0.0.1/postgres', 'atomicdb', 'backing')).toThrow(
      'needs a password',
    );
  });
});

describe('rolePassword', () => {
  it('differs by role and by superuser password, and is the same on every start', () => {
    const all = [rolePassword('a', 'backing'), rolePassword('a', 'accounts'), rolePassword('b', 'backing')];
    expect(new Set(all).size).toBe(3);
    expect(rolePassword('a', 'backing')).toBe(all[0]);
  });
});
