import type { workerApi } from '@atomicdb/rpc';
import type { SearchReport } from '../domain/search-report';

export interface SearchSnapshot {
  readonly assignment: workerApi.Assignment;
  readonly report: SearchReport;
  readonly elapsedMs: number;
}

/** What a worker does at this moment. */
export interface WorkerSnapshot {
  readonly isConnected: boolean;
  readonly finished: number;
  /** Last words about leases that have not arrived yet. */
  readonly unanswered: number;
  readonly searches: readonly SearchSnapshot[];
}
