import type { Account } from '@atomicdb/rpc';
import type { GatewayPeers } from './gateway-peers';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The account the credentials open; throws Rejected with wrong-password, and never degrades to anonymous (api.md). */
export async function signIn(
  { accounts }: GatewayPeers,
  { username, password }: Credentials,
): Promise<Account> {
  const { account } = await accounts.checkPassword({ name: username, password });
  if (!account) throw new Error('the accounts service answered without an account');
  return account;
}
