import type { Processor } from '@atomicdb/bus';
import { openLinesProcessor } from './application/open-lines';

export { lockBuckets } from './adapters/postgres/lock-buckets';
export { PositionsModule } from './positions.module';
export { rebuilds } from './rebuilds';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [openLinesProcessor];
