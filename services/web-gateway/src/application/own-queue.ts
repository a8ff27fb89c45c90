import { splitId, type PositionId } from '@atomicdb/chess';
import type { CancelAnswer, OwnQueue, OwnRequest } from '@atomicdb/rest';
import type { QueueRequest } from '@atomicdb/rpc';
import { Rejected } from '@atomicdb/decider';
import { signIn, type Credentials } from './sign-in';
import type { GatewayPeers } from './gateway-peers';
import { placeOf } from './place';

const shownStates = ['PENDING', 'LEASED'];
const taskId = /^[A-Za-z0-9-]{1,64}$/;

/** PENDING and LEASED requests of the account. */
export async function readOwnQueue(peers: GatewayPeers, credentials: Credentials): Promise<OwnQueue> {
  const account = await signIn(peers, credentials);
  const { requests, pending, cap } = await peers.queue.listOwn({ accountId: account.accountId });
  const shown = requests.filter(({ state }) => shownStates.includes(state));
  return { account: account.name, pending, cap, requests: shown.map(toOwnRequest) };
}

function toOwnRequest(request: QueueRequest): OwnRequest {
  const { variant, key } = splitId(request.position as PositionId);
  const waits = request.state === 'PENDING';
  return {
    task_id: request.requestId,
    variant,
    key,
    fen: `${key} 0 1`,
    budget: request.budgetNodes,
    state: request.state as OwnRequest['state'],
    ...placeOf(request),
    cancel: waits ? `/atomicdb/api/queue-cancel/${request.requestId}/` : null,
  };
}

/** Takes the account's name off; throws Rejected with request-unknown (foreign ones too) or already-started. */
export async function cancelOwn(
  peers: GatewayPeers,
  requestId: string,
  credentials: Credentials,
): Promise<CancelAnswer> {
  const { accountId } = await signIn(peers, credentials);
  if (!taskId.test(requestId)) throw new Rejected('request-unknown', 'You have no such request.');
  const { result } = await peers.queue.withdraw({ requestId, accountId });
  return { status: result as CancelAnswer['status'], task_id: requestId };
}
