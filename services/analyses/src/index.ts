import type { Processor } from '@atomicdb/bus';

export { AnalysesModule } from './analyses.module';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [];
