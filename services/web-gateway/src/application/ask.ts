import { splitId, type PositionId } from '@atomicdb/chess';
import { Rejected } from '@atomicdb/decider';
import type { RequestAnswer } from '@atomicdb/rest';
import { Unavailable, type Account, type AskResponse, type StoredPosition } from '@atomicdb/rpc';
import { signIn, type Credentials } from './sign-in';
import type { GatewayPeers } from './gateway-peers';
import { placeOf } from './place';
import { graphVariant } from './read-line';

export interface Asking {
  readonly fen: string;
  /** Atomic where it is left out. */
  readonly variant?: string | undefined;
  readonly budgetNodes?: number | undefined;
  /** Null: anonymous. */
  readonly credentials: Credentials | null;
}

interface Asker {
  readonly accountId: string;
  /** Null: nobody's. */
  readonly name: string | null;
  /** Has the depth slider. */
  readonly choosesDepth: boolean;
}

const anonymous: Asker = { accountId: 'anonymous', name: null, choosesDepth: false };

function toAsker({ accountId, name, operator }: Account): Asker {
  return { accountId, name, choosesDepth: operator };
}

/** Asks for an analysis: credentials, then the position, then the queue. Source: architecture.md, "Ask". */
export async function ask(
  peers: GatewayPeers,
  ladder: readonly number[],
  asking: Asking,
): Promise<RequestAnswer> {
  const { fen, budgetNodes: wanted = 0, credentials } = asking;
  const variant = graphVariant(asking.variant);
  checkBudget(ladder, asking.budgetNodes);
  const asker = credentials ? toAsker(await signIn(peers, credentials)) : anonymous;
  const { position, seeded } = await peers.positions.ensure({ variant, fen });
  if (!position) throw new Error('the positions service answered without a position');
  const budgetNodes = asker.choosesDepth ? wanted : 0;
  const answer = await peers.queue.ask({
    position: position.position,
    accountId: asker.accountId,
    budgetNodes,
    solved: await isSolved(peers, position),
  });
  return {
    ...requestFields(answer),
    ...positionFields(position),
    seeded,
    account: asker.name,
    ...(wanted === budgetNodes ? {} : { budget_ignored: true }),
  };
}

/** Before anything is seeded: a refused call leaves nothing behind. */
function checkBudget(ladder: readonly number[], budgetNodes: number | undefined): void {
  if (budgetNodes === undefined || ladder.includes(budgetNodes)) return;
  throw new Rejected(
    'budget-not-on-ladder',
    `The budget is one of the rungs ${ladder.join(', ')} nodes, or left out.`,
    'budget',
  );
}

/** By the rules, or by a proof as far as the values have come; a request that slips through ends with the proof. */
async function isSolved(peers: GatewayPeers, { position, status }: StoredPosition): Promise<boolean> {
  if (status !== '') return true;
  try {
    const { headline } = await peers.backing.getRow({ position });
    return headline !== undefined && headline.status !== '' && headline.status !== 'UNKNOWN';
  } catch (error) {
    if (error instanceof Unavailable) return false;
    throw error;
  }
}

function positionFields({ position, fen }: StoredPosition): Pick<RequestAnswer, 'variant' | 'key' | 'fen'> {
  return { ...splitId(position as PositionId), fen };
}

function requestFields(
  answer: AskResponse,
): Omit<RequestAnswer, 'variant' | 'key' | 'fen' | 'seeded' | 'account'> {
  const { request, result, receiptId, pending, cap } = answer;
  if (!request) throw new Error('the queue answered without a request');
  return {
    status: result as RequestAnswer['status'],
    receipt: receiptId,
    task_id: request.requestId,
    budget: request.budgetNodes,
    ...placeOf(request),
    own_requests_ahead: request.ownRequestsAhead ?? null,
    pending,
    cap,
  };
}
