import { randomUUID } from 'node:crypto';
import { Rejected } from '@atomicdb/decider';
import type { Tx } from '@atomicdb/event-store';
import type { AskRequest, AskResponse, QueueRequest } from '@atomicdb/rpc';
import { openRequests } from '../adapters/postgres/open-requests';
import { readAsking, type AskingFacts } from '../adapters/postgres/read-asking';
import { readRequest } from '../adapters/postgres/read-request';
import { askResult, requestToJoin, type AskResult, type OpenRow } from '../domain/asking';
import { rungToAsk } from '../domain/ladder';
import type { PutNameOn } from '../domain/request-commands';
import { describeRequests } from './describe-requests';
import type { QueueParts } from './parts';
import { runCommand } from './run-command';
import { withReceipt, type Outcome } from './with-receipt';

export interface Asked extends Outcome<AskResult> {
  readonly requestId: string;
  readonly pending: number;
}

function rungFor({ config }: QueueParts, request: AskRequest, { closed, deepestNodes }: AskingFacts): number {
  if (request.solved || closed) {
    throw new Rejected('already-solved', 'The position is solved: there is nothing left to search.');
  }
  return rungToAsk(config.ladder, deepestNodes, request.budgetNodes);
}

async function rowToJoin(tx: Tx, request: AskRequest, rung: number): Promise<OpenRow | null> {
  const rows = await openRequests(tx, request.position);
  const open = rows.map((row) => ({
    requestId: row.request_id,
    budgetNodes: Number(row.budget_nodes),
    state: row.state as OpenRow['state'],
  }));
  return requestToJoin(open, rung);
}

function putNameOn(request: AskRequest, row: OpenRow, facts: AskingFacts, cap: number): PutNameOn {
  return {
    type: 'PutNameOn',
    requestId: row.requestId,
    position: request.position,
    budgetNodes: row.budgetNodes,
    accountId: request.accountId,
    askedAt: facts.clock,
    seq: String(BigInt(facts.lastSeq) + 1n),
    ord: facts.lastOrd + 1,
    waitingNames: facts.waitingNames,
    cap,
  };
}

/** Decides an ask in a transaction that holds the lock of the commons: clock, counter, list end and cap are read under it. */
export async function askIn(tx: Tx, parts: QueueParts, request: AskRequest): Promise<Asked> {
  const asking = await readAsking(tx, request.accountId, request.position);
  const rung = rungFor(parts, request, asking);
  const joined = await rowToJoin(tx, request, rung);
  const row = joined ?? { requestId: randomUUID(), budgetNodes: rung, state: 'PENDING' };
  const command = putNameOn(request, row, asking, parts.config.cap);
  const facts = await runCommand(tx, parts.store, row.requestId, command);
  const pending = asking.waitingNames + (facts.length > 0 && row.state === 'PENDING' ? 1 : 0);
  return { result: askResult(joined, facts), requestId: row.requestId, pending };
}

/** Asks for an analysis of a position, or joins the open request. Source: queue.md, "Asking". */
export function makeAsk(parts: QueueParts) {
  return async (request: AskRequest): Promise<AskResponse> => {
    const { position, accountId, budgetNodes } = request;
    const call = { door: 'ask', position, accountId, budgetNodes } as const;
    const asked = await withReceipt(parts.store, call, null, (tx) => askIn(tx, parts, request));
    const { result, receiptId, pending } = asked;
    return {
      result,
      receiptId,
      pending,
      cap: parts.config.cap,
      request: await answer(parts, request, asked.requestId),
    };
  };
}

async function answer(
  { database, order }: QueueParts,
  { accountId }: AskRequest,
  requestId: string,
): Promise<QueueRequest | undefined> {
  const row = await database.transaction((tx) => readRequest(tx, requestId));
  const [described] = await describeRequests(order, row ? [row] : [], accountId);
  return described;
}
