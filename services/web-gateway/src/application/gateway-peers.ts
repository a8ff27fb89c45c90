import {
  AccountsServiceService,
  AnalysesServiceService,
  AttributionServiceService,
  BackingServiceService,
  PositionsServiceService,
  QueueServiceService,
  type Api,
  type Peers,
} from '@atomicdb/rpc';

/** The services behind the doors. */
export interface GatewayPeers {
  readonly accounts: Api<typeof AccountsServiceService>;
  readonly analyses: Api<typeof AnalysesServiceService>;
  readonly attribution: Api<typeof AttributionServiceService>;
  readonly backing: Api<typeof BackingServiceService>;
  readonly positions: Api<typeof PositionsServiceService>;
  readonly queue: Api<typeof QueueServiceService>;
}

export function connectPeers(peers: Peers): GatewayPeers {
  return {
    accounts: peers.client('accounts', AccountsServiceService),
    analyses: peers.client('analyses', AnalysesServiceService),
    attribution: peers.client('attribution', AttributionServiceService),
    backing: peers.client('backing', BackingServiceService),
    positions: peers.client('positions', PositionsServiceService),
    queue: peers.client('queue', QueueServiceService),
  };
}
