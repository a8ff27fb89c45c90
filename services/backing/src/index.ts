import type { Processor } from '@atomicdb/bus';
import { seedsProcessor } from './projections/seeds';
import { valuesProcessor } from './projections/values';

export { BackingModule } from './backing.module';
export { evaluateGraph, type EvaluatedGraph, type EvaluatedPosition } from './domain/evaluate-graph';
export { GraphFileError } from './domain/graph-file';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [valuesProcessor, seedsProcessor];
