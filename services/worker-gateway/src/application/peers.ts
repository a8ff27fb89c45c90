import type {
  AccountsServiceService,
  AnalysesServiceService,
  Api,
  Lease,
  QueueServiceService,
} from '@atomicdb/rpc';

/** What the gateway asks of the others; it keeps nothing itself. */
export interface GatewayPeers {
  readonly accounts: Pick<Api<typeof AccountsServiceService>, 'openWorkerSession' | 'checkWorkerSession'>;
  readonly queue: Pick<Api<typeof QueueServiceService>, 'lease' | 'beat' | 'release'>;
  readonly analyses: Pick<Api<typeof AnalysesServiceService>, 'deliver'>;
}

export type { Lease };

/** Who is at the other end of a stream, as the accounts service answered. */
export interface Worker {
  readonly sessionId: string;
  readonly accountId: string;
  readonly accountName: string;
  /** Chosen by the worker; identifies nobody. */
  readonly machine: string;
}
