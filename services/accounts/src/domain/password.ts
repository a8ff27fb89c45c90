import { Rejected } from '@atomicdb/decider';

const least = 8;
const most = 256;

/**
 * The characters that are hashed: keyboards write one letter in several ways, and all of them must open the account.
 * Null where it cannot be anybody's password.
 */
export function normalisePassword(password: string): string | null {
  if (password.length > 2 * most) return null;
  const normal = password.normalize('NFKC');
  const length = [...normal].length;
  return length >= least && length <= most ? normal : null;
}

/** The characters of a new password; throws Rejected with password-invalid. */
export function newPassword(password: string): string {
  const normal = normalisePassword(password);
  if (normal !== null) return normal;
  throw new Rejected('password-invalid', `A password has ${least} to ${most} characters.`, 'password');
}
