import type { Processor } from '@atomicdb/bus';
import { boardsProcessor } from './projections/boards';

export { AttributionModule } from './attribution.module';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [boardsProcessor];
