import { Rejected } from '@atomicdb/decider';
import { newPassword, normalisePassword } from './password';

describe('a password', () => {
  it.each([
    ['7 characters', 'a'.repeat(7), false],
    ['8 characters', 'a'.repeat(8), true],
    ['256 characters', 'a'.repeat(256), true],
    ['257 characters', 'a'.repeat(257), false],
    ['8 characters beyond the basic plane', '😀'.repeat(8), true],
    ['a megabyte', 'a'.repeat(1_000_000), false],
  ])('of %s', (_, password, accepted) => {
    expect(normalisePassword(password) !== null).toBe(accepted);
  });

  it('is the same however the keyboard composed its letters', () => {
    expect(normalisePassword('pässwörd')).toBe(normalisePassword('pässwörd'.normalize('NFD')));
  });

  it('is refused naming the field', () => {
    expect(() => newPassword('short')).toThrow(
      new Rejected('password-invalid', 'A password has 8 to 256 characters.', 'password'),
    );
  });
});
