import type { Bus } from '@atomicdb/bus';
import type { Peers } from '@atomicdb/rpc';
import type { Logger } from '@atomicdb/telemetry';

/** What a service is given by the process it runs in: alone over Kafka and gRPC, or beside the others in one process. */
export interface ServiceContext {
  /** URL of the role that owns the schema. */
  databaseUrl(schema: string): string;
  readonly bus: Bus;
  readonly peers: Peers;
  readonly logger: Logger;
}
