import type { Processor } from '@atomicdb/bus';
import { pagesProcessor } from './application/hints';

export { WebGatewayModule, type WebGatewayConfig } from './web-gateway.module';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [pagesProcessor];
