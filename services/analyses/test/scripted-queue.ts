import { Rejected } from '@atomicdb/decider';
import type { AcceptDeliveryRequest, Api, Lease, QueueServiceService } from '@atomicdb/rpc';

export type Queue = Api<typeof QueueServiceService>;

export interface IssuedLease {
  readonly requestId: string;
  readonly position: string;
  readonly accountId: string;
  readonly budgetNodes?: number;
}

/** The queue's side of a delivery: leases that were given out, and the deliveries it was told of. */
export class ScriptedQueue {
  readonly accepted: AcceptDeliveryRequest[] = [];
  private readonly leases = new Map<string, IssuedLease>();

  /** @param onAccept what else happens when a delivery is accepted */
  constructor(
    private readonly onAccept: (request: AcceptDeliveryRequest) => Promise<void> = () => Promise.resolve(),
  ) {}

  issue(leaseId: string, lease: IssuedLease): void {
    this.leases.set(leaseId, lease);
  }

  port(): Queue {
    const port: Partial<Queue> = {
      getLease: ({ leaseId, token }) => {
        const { accountId, lease } = this.find(leaseId, token);
        return Promise.resolve({
          lease,
          requestState: 'LEASED',
          workerAccountId: accountId,
          traceparent: '',
        });
      },
      acceptDelivery: async (request) => {
        this.find(request.leaseId, request.token);
        await this.onAccept(request);
        const duplicate = this.accepted.some(({ leaseId }) => leaseId === request.leaseId);
        this.accepted.push(request);
        return { duplicate };
      },
    };
    return port as Queue;
  }

  private find(leaseId: string, token: string): { accountId: string; lease: Lease } {
    const issued = this.leases.get(leaseId);
    if (!issued || token !== `token-${leaseId}`) {
      throw new Rejected('lease-unknown', 'This lease is not known: ask for new work.', 'lease_id');
    }
    const { requestId, position, accountId, budgetNodes = 256_000 } = issued;
    const lease = { leaseId, token, requestId, position, budgetNodes, multipv: 5, ttlMs: 60_000 };
    return { accountId, lease };
  }
}
