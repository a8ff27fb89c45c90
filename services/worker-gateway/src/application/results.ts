import { isRejected, type Rejected } from '@atomicdb/decider';
import type { workerApi } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';
import type { GatewayPeers, Worker } from './peers';
import { retryUnavailable } from './retry';
import { toPass } from './to-pass';

export type ResultAnswer =
  | { readonly $case: 'accepted'; readonly accepted: workerApi.Accepted }
  | { readonly $case: 'refused'; readonly refused: workerApi.Refused };

interface LeaseKey {
  readonly leaseId: string;
  readonly token: string;
}

/** Refusals of a lease that is over already: there is nothing to give back. */
const leaseIsOver: ReadonlySet<string> = new Set(['lease-unknown', 'stale']);

const releaseForMs = 60_000;

/** Takes results to the analyses service and leases back to the queue. */
export class Results {
  constructor(
    private readonly peers: GatewayPeers,
    private readonly logger: Logger,
  ) {}

  /**
   * Delivers a finished search; a refused one goes back to the queue as a failed attempt.
   *
   * @param isWanted false once nobody waits for the answer: then a service that is away is not asked again
   * @throws Unavailable when there is no answer; the worker keeps the result and sends it again
   */
  async deliver(
    worker: Worker,
    complete: workerApi.Complete,
    multipv: number,
    isWanted: () => boolean,
  ): Promise<ResultAnswer> {
    const { leaseId, token } = complete;
    const { accountId, accountName, machine } = worker;
    try {
      const pass = toPass(complete, multipv);
      const call = () =>
        this.peers.analyses.deliver({ leaseId, token, accountId, accountName, machine, pass });
      const { passId, duplicate } = await retryUnavailable(call, isWanted);
      return { $case: 'accepted', accepted: { leaseId, passId, duplicate } };
    } catch (error) {
      if (!isRejected(error)) throw error;
      return this.refuse(complete, error);
    }
  }

  /** Gives a lease back; one that cannot be given back runs out by itself. */
  async release({ leaseId, token }: LeaseKey, reason: string): Promise<void> {
    const until = Date.now() + releaseForMs;
    try {
      await retryUnavailable(
        () => this.peers.queue.release({ leaseId, token, reason }),
        () => Date.now() < until,
      );
    } catch (error) {
      this.logger.warn({ err: error, lease: leaseId, reason }, 'a lease was not given back');
    }
  }

  private async refuse(lease: LeaseKey, { code, message }: Rejected): Promise<ResultAnswer> {
    this.logger.warn({ lease: lease.leaseId, code, reason: message }, 'a result was refused');
    if (!leaseIsOver.has(code)) await this.release(lease, 'refused');
    return { $case: 'refused', refused: { leaseId: lease.leaseId, code, reason: message } };
  }
}
