import type { Processor } from '@atomicdb/bus';
import { openLinesProcessor } from './application/open-lines';

export { PositionsModule } from './positions.module';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [openLinesProcessor];
