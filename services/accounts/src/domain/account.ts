import type { Decider } from '@atomicdb/decider';
import type { DomainEvent } from '@atomicdb/events';
import { checkName } from './name';

export interface RegisterAccount {
  readonly type: 'RegisterAccount';
  readonly accountId: string;
  readonly name: string;
  readonly operator: boolean;
}

/** An account is free until it is registered; from then on its id and name stand. */
export type AccountState =
  | { readonly kind: 'free' }
  | { readonly kind: 'registered'; readonly accountId: string; readonly name: string };

/** One account. That its name is nobody else's is a rule over all accounts, kept by a unique index. */
export const account: Decider<AccountState, RegisterAccount, DomainEvent<'AccountRegistered'>> = {
  initial: { kind: 'free' },
  decide: ({ accountId, name, operator }, state) => {
    if (state.kind === 'registered') return [];
    checkName(name);
    return [{ type: 'AccountRegistered', data: { accountId, name, operator } }];
  },
  evolve: (_, { data }) => ({ kind: 'registered', accountId: data.accountId, name: data.name }),
};
