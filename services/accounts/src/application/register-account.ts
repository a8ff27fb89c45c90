import { randomUUID } from 'node:crypto';
import type { Database, EventStore } from '@atomicdb/event-store';
import { streamId } from '@atomicdb/events';
import type { Account, RegisterAccountRequest, RegisterAccountResponse } from '@atomicdb/rpc';
import { Credential } from '../adapters/postgres/entities';
import { readCredential } from '../adapters/postgres/read-credential';
import { isNameTaken } from '../adapters/postgres/update-accounts';
import { account } from '../domain/account';
import { checkName, checkVisitorName, nameKey, nameTaken } from '../domain/name';
import { newPassword } from '../domain/password';
import type { PasswordChecks } from './password-checks';

export interface Registering {
  readonly database: Database;
  readonly store: EventStore;
  readonly checks: PasswordChecks;
}

/** Makes an account; throws Rejected with name-invalid, name-taken or password-invalid. */
export async function register(
  { database, store, checks }: Registering,
  wanted: { name: string; password: string; operator: boolean },
): Promise<Account> {
  const { name, operator } = wanted;
  checkName(name);
  const password = newPassword(wanted.password);
  if (await readCredential(database, nameKey(name))) throw nameTaken();
  const passwordHash = await checks.hash(password);
  const accountId = randomUUID();
  const stream = streamId('account', accountId);
  const events = account.decide({ type: 'RegisterAccount', accountId, name, operator }, account.initial);
  try {
    await store.transaction([stream], async (tx) => {
      await store.append(tx, [{ stream, expectedVersion: 0, events }]);
      tx.em.create(Credential, { accountId, passwordHash }, { persist: true });
    });
  } catch (error) {
    // Two registrations of one name may both have read that it was free.
    throw isNameTaken(error) ? nameTaken() : error;
  }
  return { accountId, name, operator };
}

export function makeRegisterAccount(registering: Registering) {
  return async ({ name, password }: RegisterAccountRequest): Promise<RegisterAccountResponse> => {
    checkVisitorName(name);
    return { account: await register(registering, { name, password, operator: false }) };
  };
}
