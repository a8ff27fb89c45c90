import { Rejected } from '@atomicdb/decider';
import type { EnsureAccountRequest, EnsureAccountResponse } from '@atomicdb/rpc';
import { readCredential } from '../adapters/postgres/read-credential';
import { nameKey } from '../domain/name';
import { register, type Registering } from './register-account';

/** The account of a name, made where it does not exist; password and operator flag of an existing one stay. */
export function makeEnsureAccount(registering: Registering) {
  const existing = async (name: string): Promise<EnsureAccountResponse | null> => {
    const found = await readCredential(registering.database, nameKey(name));
    if (!found) return null;
    const { accountId, operator } = found;
    return { account: { accountId, name: found.name, operator }, created: false };
  };
  return async (request: EnsureAccountRequest): Promise<EnsureAccountResponse> => {
    const before = await existing(request.name);
    if (before) return before;
    try {
      return { account: await register(registering, request), created: true };
    } catch (error) {
      const meanwhile =
        error instanceof Rejected && error.code === 'name-taken' ? await existing(request.name) : null;
      if (meanwhile) return meanwhile;
      throw error;
    }
  };
}
