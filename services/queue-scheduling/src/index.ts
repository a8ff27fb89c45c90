import type { Processor } from '@atomicdb/bus';
import { analysesProcessor } from './application/close-on-analysis';
import { closuresProcessor } from './application/close-on-proof';

export { QueueSchedulingModule } from './queue-scheduling.module';
export type { QueueConfig } from './config';

/** Everything of this service that consumes events. */
export const processors: readonly Processor[] = [analysesProcessor, closuresProcessor];
