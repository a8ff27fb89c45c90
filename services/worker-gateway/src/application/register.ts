import { Rejected } from '@atomicdb/decider';
import type { workerApi } from '@atomicdb/rpc';
import type { GatewayPeers } from './peers';

/** Oldest client that speaks this protocol. */
const oldestClient = [0, 1, 0] as const;

function isTooOld(version: string): boolean {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (!numbers) return true;
  const at = numbers.findIndex((number, index) => number !== oldestClient[index]);
  return at >= 0 && (numbers[at] ?? 0) < (oldestClient[at] ?? 0);
}

/**
 * Opens a worker session.
 *
 * @throws Rejected: upgrade-required, and what the accounts service refuses
 */
export async function register(
  accounts: GatewayPeers['accounts'],
  { username, password, machine, clientVersion }: workerApi.RegisterRequest,
): Promise<workerApi.RegisterResponse> {
  if (isTooOld(clientVersion)) {
    const needed = oldestClient.join('.');
    throw new Rejected('upgrade-required', `This worker is too old: version ${needed} or newer is needed.`);
  }
  const { sessionId, token } = await accounts.openWorkerSession({ name: username, password, machine });
  return { sessionId, token };
}
