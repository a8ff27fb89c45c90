import type { Tx } from '@atomicdb/event-store';
import { askIn } from '../src/application/ask';
import { leaseIn } from '../src/application/lease';
import { runCommand } from '../src/application/run-command';
import { withdrawIn } from '../src/application/withdraw';
import type { QueueUnderTest } from './queue-under-test';

export type Op =
  | { op: 'ask'; account: string; request: string; position: string; nodes: number }
  | { op: 'join' | 'withdraw'; account: string; request: string }
  | { op: 'clear'; account: string }
  | { op: 'lost' | 'complete'; request: string }
  | { op: 'lease'; variants?: string[]; maxNodes?: number };

export interface LeaseResult {
  request: string | null;
  payer: string | null;
}

const nobody: LeaseResult = { request: null, payer: null };

/** Applies the operations of a script through the service's own use cases, all in one transaction. */
export class CommonsScript {
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly asked = new Map<string, { position: string; nodes: number }>();
  private readonly leases = new Map<string, string>();

  constructor(
    private readonly queue: QueueUnderTest,
    private readonly tx: Tx,
  ) {}

  /** The lease's result; null for every other operation. */
  async apply(op: Op): Promise<LeaseResult | null> {
    switch (op.op) {
      case 'ask':
        await this.ask(op.account, op.request, op.position, op.nodes);
        return null;
      case 'join':
        await this.join(op.account, op.request);
        return null;
      case 'withdraw':
        await this.withdraw(op.account, this.id(op.request));
        return null;
      case 'clear':
        await this.clear(op.account);
        return null;
      case 'lost':
        await this.lose(op.request);
        return null;
      case 'complete':
        await this.complete(op.request);
        return null;
      case 'lease':
        return this.lease(op.variants ?? ['p', 'q', 'atomic', 'standard'], op.maxNodes ?? 0);
    }
  }

  nameOf(requestId: string): string {
    return this.names.get(requestId) ?? requestId;
  }

  private id(request: string): string {
    return this.ids.get(request) ?? request;
  }

  private async ask(account: string, request: string, position: string, nodes: number): Promise<void> {
    // The scripts name positions without a variant.
    const key = position.includes(':') ? position : `atomic:${position}`;
    const call = { accountId: account, position: key, budgetNodes: nodes, solved: false };
    const { requestId, result } = await askIn(this.tx, this.queue.parts, call);
    if (result !== 'queued') return;
    this.ids.set(request, requestId);
    this.names.set(requestId, request);
    this.asked.set(request, { position: key, nodes });
  }

  private async join(account: string, request: string): Promise<void> {
    const asked = this.asked.get(request);
    if (asked) await this.ask(account, request, asked.position, asked.nodes);
  }

  private withdraw(accountId: string, requestId: string): Promise<unknown> {
    return withdrawIn(this.tx, this.queue.parts, { accountId, requestId });
  }

  /** As if every waiting row were withdrawn one by one. */
  private async clear(accountId: string): Promise<void> {
    const rows = await this.tx.query<{ request_id: string }>(
      'waiting-of',
      `select request_id from waiting_names where account_id = $1`,
      [accountId],
    );
    for (const { request_id } of rows) await this.withdraw(accountId, request_id);
  }

  private async lease(variants: string[], maxBudgetNodes: number): Promise<LeaseResult> {
    const call = { sessionId: 's', workerAccountId: 'wim', variants, maxBudgetNodes };
    const lease = await leaseIn(this.tx, this.queue.parts, call);
    if (!lease) return nobody;
    this.leases.set(lease.requestId, lease.leaseId);
    const events = await this.queue.store.readStream(this.tx, `request-${lease.requestId}`);
    const event = events.at(-1)?.event;
    const payer = event?.type === 'RequestLeased' ? event.data.payerAccountId || null : null;
    return { request: this.nameOf(lease.requestId), payer };
  }

  private async lose(request: string): Promise<void> {
    const requestId = this.id(request);
    const leaseId = this.leases.get(requestId) ?? '';
    await this.run(requestId, { type: 'GiveBack', leaseId, reason: 'lost', settled: null });
  }

  private async complete(request: string): Promise<void> {
    const requestId = this.id(request);
    const leaseId = this.leases.get(requestId) ?? '';
    await this.run(requestId, { type: 'CompleteByAnalysis', leaseId, passId: `pass-${requestId}` });
  }

  private run(requestId: string, command: Parameters<typeof runCommand>[3]): Promise<unknown> {
    return runCommand(this.tx, this.queue.store, requestId, command);
  }
}

/** Runs work in one transaction under the lock of the commons; nothing of it stays. */
export async function inScratch<T>(queue: QueueUnderTest, work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  const result: { value?: T } = {};
  try {
    await queue.store.transaction(['commons'], async (tx) => {
      result.value = await work(tx);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result.value as T;
}
