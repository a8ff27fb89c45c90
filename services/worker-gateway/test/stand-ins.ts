import type { Bus, Tail } from '@atomicdb/bus';
import { Rejected } from '@atomicdb/decider';
import type { EventRecord } from '@atomicdb/events';
import {
  AccountsServiceService,
  AnalysesServiceService,
  type Api,
  type DeliverRequest,
  type Lease,
  type LeaseBeat,
  type LeaseRequest,
  LocalPeers,
  QueueServiceService,
  type ReleaseRequest,
} from '@atomicdb/rpc';

/** The internal APIs the gateway asks, answered in the test's own process, and what they were asked. */
export interface StandIns {
  readonly peers: LocalPeers;
  readonly bus: Bus;
  readonly leases: Lease[];
  readonly leaseRequests: LeaseRequest[];
  readonly beats: LeaseBeat[];
  readonly released: ReleaseRequest[];
  readonly delivered: DeliverRequest[];
  /** Leases that a beat finds lost. */
  readonly lost: Set<string>;
  /** Set: every delivery is refused with it. */
  refusal: Rejected | null;
  publish(event: EventRecord['event']): void;
}

type Served<D extends object> = Partial<Api<D>>;

function serveAccounts(peers: LocalPeers): void {
  const account = { accountId: 'account-1', name: 'alice', operator: false };
  const api: Served<typeof AccountsServiceService> = {
    openWorkerSession: ({ name, password }) => {
      if (name === 'mallory') return Promise.reject(new Rejected('account-disabled', 'Disabled.'));
      if (password !== 'secret') return Promise.reject(new Rejected('wrong-password', 'Wrong.'));
      return Promise.resolve({ sessionId: 'session-1', token: 'token-1', account });
    },
    checkWorkerSession: ({ sessionId, token }) =>
      sessionId === 'session-1' && token === 'token-1'
        ? Promise.resolve({ account, machine: 'laptop' })
        : Promise.reject(new Rejected('session-unknown', 'Sign in again.')),
  };
  peers.serve('accounts', AccountsServiceService, api as Api<typeof AccountsServiceService>);
}

function serveQueue(state: StandIns): void {
  const api: Served<typeof QueueServiceService> = {
    lease: (request) => {
      state.leaseRequests.push(request);
      return Promise.resolve({ lease: state.leases.shift() });
    },
    beat: ({ beats }) => {
      state.beats.push(...beats);
      const ids = beats.map(({ leaseId }) => leaseId);
      return Promise.resolve({ lostLeaseIds: ids.filter((id) => state.lost.has(id)) });
    },
    release: (request) => {
      state.released.push(request);
      return Promise.resolve({});
    },
  };
  state.peers.serve('queue', QueueServiceService, api as Api<typeof QueueServiceService>);
}

function serveAnalyses(state: StandIns): void {
  const api: Served<typeof AnalysesServiceService> = {
    deliver: (request) => {
      if (state.refusal) return Promise.reject(state.refusal);
      const duplicate = state.delivered.some(({ leaseId }) => leaseId === request.leaseId);
      state.delivered.push(request);
      return Promise.resolve({ passId: `pass-of-${request.leaseId}`, duplicate });
    },
  };
  state.peers.serve('analyses', AnalysesServiceService, api as Api<typeof AnalysesServiceService>);
}

export function makeStandIns(): StandIns {
  const tails: Tail[] = [];
  const state: StandIns = {
    peers: new LocalPeers(),
    bus: {
      publish: () => undefined,
      consume: () => undefined,
      watch: () => undefined,
      tail: (tail) => void tails.push(tail),
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      status: () => [],
    },
    leases: [],
    leaseRequests: [],
    beats: [],
    released: [],
    delivered: [],
    lost: new Set(),
    refusal: null,
    publish: (event) => {
      for (const tail of tails) {
        if (tail.types.includes(event.type)) tail.handle({ event } as EventRecord);
      }
    },
  };
  serveAccounts(state.peers);
  serveQueue(state);
  serveAnalyses(state);
  return state;
}

export function leaseOf(leaseId: string): Lease {
  return {
    leaseId,
    token: `secret-of-${leaseId}`,
    requestId: `request-of-${leaseId}`,
    position: 'atomic:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -',
    budgetNodes: 256_000,
    multipv: 5,
    ttlMs: 120_000,
  };
}
