import { Rejected } from '@atomicdb/decider';

/** Source: api.md, "Conventions", passwords. */
const pattern = /^[A-Za-z0-9_-]{2,32}$/;

/** Rows of the public pages that are no account: a person of that name would be taken for them. */
const reserved = new Set(['anonymous', 'house', 'nobody']);

/** Accounts of the product itself, made at its first start: whoever came before it would be taken for them. */
const ownAccounts = new Set(['operator', 'local-worker']);

/** What two names must differ in: the case of letters does not count. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** Whether an account can have this name; nothing else may be looked up. */
export function isName(name: string): boolean {
  return pattern.test(name);
}

/** Throws Rejected with name-invalid, or with name-taken for a reserved name. */
export function checkName(name: string): void {
  if (!isName(name)) {
    throw new Rejected(
      'name-invalid',
      'A name has 2 to 32 characters: letters A to Z, digits, _ and -.',
      'username',
    );
  }
  if (reserved.has(nameKey(name))) throw nameTaken();
}

/** Throws Rejected with name-taken for a name that only the start gives. */
export function checkVisitorName(name: string): void {
  if (ownAccounts.has(nameKey(name))) throw nameTaken();
}

export function nameTaken(): Rejected {
  return new Rejected('name-taken', 'This name is taken: choose another one.', 'username');
}
