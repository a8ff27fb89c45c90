import type { Logger } from '@atomicdb/telemetry';
import type { GatewayPeers, Lease, Worker } from './peers';

/** A stream as the desk sees it. */
export interface Taker {
  readonly worker: Worker;
  readonly variants: readonly string[];
  /** 0: any. */
  readonly maxRung: number;
  /** True while it is open and has a free slot. */
  wantsLease(): boolean;
  /** False when it could not be sent: the stream has ended meanwhile. */
  assign(lease: Lease): boolean;
}

const atOnce = 8;

/** Fetches leases for the streams that wait for one, those that wait longest first. */
export class LeaseDesk {
  private readonly takers = new Set<Taker>();
  private isServing = false;
  private isWoken = false;

  constructor(
    private readonly queue: GatewayPeers['queue'],
    private readonly logger: Logger,
  ) {}

  join(taker: Taker): void {
    if (!taker.wantsLease()) return;
    this.takers.add(taker);
    this.wake();
  }

  leave(taker: Taker): void {
    this.takers.delete(taker);
  }

  /** Something may wait in the queue now. */
  wake(): void {
    this.isWoken = true;
    if (!this.isServing) void this.serve();
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.isWoken && this.takers.size > 0) {
      this.isWoken = false;
      await this.round();
    }
    this.isServing = false;
  }

  /** Workers of one account that take the same are given the same answer, so one empty answer does for all of them. */
  private async round(): Promise<void> {
    const emptyFor = new Set<string>();
    const line = [...this.takers].values();
    const serveNext = async (): Promise<void> => {
      for (const taker of line) await this.serveTaker(taker, emptyFor);
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, serveNext));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) this.logger.warn({ err: failed.reason as unknown }, 'the queue gives no leases');
  }

  private async serveTaker(taker: Taker, emptyFor: Set<string>): Promise<void> {
    const kind = JSON.stringify([taker.worker.accountId, taker.maxRung, ...taker.variants]);
    while (taker.wantsLease() && !emptyFor.has(kind)) {
      const lease = await this.fetch(taker);
      if (!lease) emptyFor.add(kind);
      else if (!taker.assign(lease)) await this.giveBack(lease);
    }
    if (!taker.wantsLease()) this.takers.delete(taker);
  }

  private async fetch({ worker, variants, maxRung }: Taker): Promise<Lease | undefined> {
    const { lease } = await this.queue.lease({
      sessionId: worker.sessionId,
      workerAccountId: worker.accountId,
      variants: [...variants],
      maxBudgetNodes: maxRung,
    });
    return lease;
  }

  private async giveBack({ leaseId, token }: Lease): Promise<void> {
    await this.queue.release({ leaseId, token, reason: 'shutdown' });
  }
}
