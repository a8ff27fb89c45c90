import type { Processor } from '@atomicdb/bus';
import { leaseNotices } from './adapters/bus/lease-notices';

export type { WorkerGatewayConfig } from './config';
export { WorkerGatewayModule } from './worker-gateway.module';

/** Everything of this service that sees events. */
export const processors: readonly Processor[] = [leaseNotices];
