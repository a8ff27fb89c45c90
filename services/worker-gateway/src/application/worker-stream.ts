import type { workerApi } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';
import type { Beats } from './beats';
import { checkMessage } from './check-message';
import type { HeldLeases, Holder } from './held-leases';
import type { LeaseDesk, Taker } from './lease-desk';
import { MessageRate } from './message-rate';
import type { Lease, Worker } from './peers';
import type { Results } from './results';
import { toAssignment } from './to-assignment';

type Incoming = NonNullable<workerApi.WorkRequest['message']>;
export type Outgoing = NonNullable<workerApi.WorkResponse['message']>;

/** The way back to the worker. */
export interface StreamOut {
  send(message: Outgoing): void;
  end(): void;
  fail(code: 'INVALID_ARGUMENT' | 'RESOURCE_EXHAUSTED' | 'UNAVAILABLE', sentence: string): void;
}

/** What the streams of one process share. */
export interface GatewayFloor {
  readonly desk: LeaseDesk;
  readonly beats: Beats;
  readonly held: HeldLeases;
  readonly results: Results;
  readonly logger: Logger;
}

/** Of the bundled engine on one thread, until the worker's own first result says better. */
const assumedNodesPerSecond = 250_000;

/** Every ply of a result is replayed: the largest one allowed, 32 lines of 256 plies, costs 129 messages. */
const pliesOfOneMessage = 64;

function costOf(message: Incoming | undefined): number {
  if (message?.$case !== 'complete') return 1;
  const plies = message.complete.lines.reduce((sum, { pv }) => sum + pv.length, 0);
  return 1 + Math.floor(plies / pliesOfOneMessage);
}

/**
 * One open stream. It holds no lease: the queue's database does, so a stream that ends leaves the searches of its
 * worker alone, and any gateway goes on with them. Source: workers.md, "Leases live in the queue's database".
 */
export class WorkerStream implements Taker, Holder {
  variants: readonly string[] = [];
  maxRung = 0;
  private free = 0;
  private isOpen = true;
  private nodesPerSecond = assumedNodesPerSecond;
  private readonly leases = new Map<string, { token: string; multipv: number | null }>();
  private readonly rate = new MessageRate(() => performance.now());

  constructor(
    readonly worker: Worker,
    private readonly out: StreamOut,
    private readonly floor: GatewayFloor,
  ) {}

  receive({ message }: workerApi.WorkRequest): void {
    if (!this.isOpen) return;
    const fault = checkMessage(message);
    if (fault) return this.out.fail('INVALID_ARGUMENT', fault);
    if (!this.rate.take(costOf(message)))
      return this.out.fail('RESOURCE_EXHAUSTED', 'too many messages a second');
    if (message) this.dispatch(message);
  }

  wantsLease(): boolean {
    return this.isOpen && this.free > 0;
  }

  assign(lease: Lease): boolean {
    if (!this.wantsLease()) return false;
    this.free -= 1;
    this.keep(lease.leaseId, { token: lease.token, multipv: lease.multipv });
    this.out.send({ $case: 'assignment', assignment: toAssignment(lease, this.nodesPerSecond) });
    return true;
  }

  cancel(leaseId: string, reason: string): void {
    this.forget(leaseId);
    if (this.isOpen) this.out.send({ $case: 'cancel', cancel: { leaseId, reason } });
  }

  /** Takes no more work and tells the worker when to come back. */
  drain(reconnectAfterMs: number): void {
    if (!this.isOpen) return;
    this.free = 0;
    this.floor.desk.leave(this);
    this.out.send({ $case: 'drain', drain: { reconnectAfterMs } });
  }

  /** The stream has ended, however. Without an abort its leases stay: the worker may come back with their tokens. */
  closed(): void {
    this.isOpen = false;
    this.floor.desk.leave(this);
    for (const leaseId of this.leases.keys()) this.floor.held.drop(leaseId, this);
  }

  private dispatch(message: Incoming): void {
    switch (message.$case) {
      case 'ready':
        return this.ready(message.ready);
      case 'progress':
        return this.progress(message.progress);
      case 'complete':
        return void this.complete(message.complete);
      case 'abort':
        return this.abort(message.abort);
      case 'goodbye':
        return this.out.end();
    }
  }

  private ready({ slots, variants, maxRung }: workerApi.Ready): void {
    this.variants = variants;
    this.maxRung = maxRung;
    this.free = slots;
    this.floor.desk.join(this);
  }

  private progress({ leaseId, token, nodes }: workerApi.Progress): void {
    const isNew = !this.leases.has(leaseId);
    this.floor.beats.add({ leaseId, token, nodes }, (isLost) => {
      if (isLost) this.cancel(leaseId, 'lost');
      else if (isNew && this.isOpen) this.keep(leaseId, { token, multipv: null });
    });
  }

  private async complete(complete: workerApi.Complete): Promise<void> {
    const { leaseId, nodes, elapsedMs, lines } = complete;
    if (elapsedMs > 0 && nodes > 0) this.nodesPerSecond = Math.max(1, (nodes * 1000) / elapsedMs);
    const multipv = this.leases.get(leaseId)?.multipv ?? lines.length;
    this.forget(leaseId);
    try {
      const isWanted = () => this.isOpen;
      const answer = await this.floor.results.deliver(this.worker, complete, multipv, isWanted);
      if (this.isOpen) this.out.send(answer);
    } catch (error) {
      this.floor.logger.warn({ err: error, lease: leaseId }, 'a result was not delivered');
      if (this.isOpen) this.out.fail('UNAVAILABLE', 'results are not taken at the moment');
    }
  }

  private abort({ leaseId, token, reason }: workerApi.Abort): void {
    this.forget(leaseId);
    const known = reason === 'shutdown' || reason === 'crash' ? reason : 'abort';
    void this.floor.results.release({ leaseId, token }, known);
  }

  private keep(leaseId: string, lease: { token: string; multipv: number | null }): void {
    this.leases.set(leaseId, lease);
    this.floor.held.keep(leaseId, this);
  }

  private forget(leaseId: string): void {
    this.leases.delete(leaseId);
    this.floor.held.drop(leaseId, this);
  }
}
