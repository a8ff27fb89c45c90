import { Rejected } from '@atomicdb/decider';
import type { Database } from '@atomicdb/event-store';
import type { Account, CheckPasswordRequest, CheckPasswordResponse } from '@atomicdb/rpc';
import { readCredential } from '../adapters/postgres/read-credential';
import { isName, nameKey } from '../domain/name';
import type { PasswordChecks } from './password-checks';

/** The account that name and password open; throws Rejected with wrong-password, for unknown names too. */
export async function signIn(
  database: Database,
  checks: PasswordChecks,
  { name, password }: { name: string; password: string },
): Promise<Account> {
  const found = isName(name) ? await readCredential(database, nameKey(name)) : null;
  const right = await checks.matches(found?.passwordHash ?? null, password);
  if (!found || !right) {
    throw new Rejected('wrong-password', 'Name and password do not fit: check both and try again.');
  }
  return { accountId: found.accountId, name: found.name, operator: found.operator };
}

export function makeCheckPassword(database: Database, checks: PasswordChecks) {
  return async (request: CheckPasswordRequest): Promise<CheckPasswordResponse> => ({
    account: await signIn(database, checks, request),
  });
}
