import type { StateUpdate } from '@atomicdb/event-store';
import { nameKey } from '../../domain/name';
import { AccountRow } from './entities';

/** The table of accounts, a fold over the service's own events. */
export const updateAccounts: StateUpdate = async (tx, events) => {
  for (const { event } of events) {
    if (event.type !== 'AccountRegistered') continue;
    tx.em.create(AccountRow, { ...event.data, nameKey: nameKey(event.data.name) }, { persist: true });
  }
  await tx.em.flush();
};

/** Whether a transaction failed because another account has the name. */
export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'one_account_a_name';
}
